// Making elements. What comes from outside only ever becomes text, never markup.

const byID = (id) => document.getElementById(id);

/// Makes an element; its children are nodes, or texts.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/// Makes an element of SVG.
function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/// Sets a text where it differs, so that nothing is read out twice.
function say(id, text) {
  const place = byID(id);
  if (place.textContent !== text) place.textContent = text;
}

const shown = new Map();

/// Fills a place, unless what it shows was made from the same data.
///
/// The one who uses the keyboard keeps the focus, and what was unfolded stays so.
function fill(id, data, make) {
  const key = JSON.stringify(data);
  if (shown.get(id) === key) return;
  shown.set(id, key);
  const place = byID(id);
  const focus = place.contains(document.activeElement) ? document.activeElement.id : null;
  const unfolded = [...place.querySelectorAll("details[open]")].map((details) => details.id);
  place.replaceChildren(...[make()].flat());
  for (const name of unfolded) if (name && byID(name)) byID(name).open = true;
  if (focus) byID(focus)?.focus();
}

/// Has a place say why there is nothing to show.
function complain(id, sentence) {
  fill(id, ["complaint", sentence], () => element("p", { class: "notice" }, sentence));
}

const nothing = (sentence) => element("p", { class: "quiet" }, sentence);

/// A moment as an element that programs can read too.
const time = (text) => element("time", { datetime: text }, moment(new Date(text)));

/// A table; the first cell of a row is its heading. On a narrow screen every row becomes a card, whence
/// the explicit roles: some browsers forget that a table is one when it is laid out otherwise.
function table(labelID, columns, rows, kind = "") {
  const heading = columns.map((title) => element("th", { scope: "col", role: "columnheader" }, title));
  const body = rows.map((cells) =>
    element("tr", { role: "row" }, ...cells.map((cell, index) => tableCell(columns[index], cell, index))),
  );
  return element(
    "table",
    { role: "table", "aria-labelledby": labelID, class: kind },
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...heading)),
    element("tbody", { role: "rowgroup" }, ...body),
  );
}

/// Whether a text is not to be broken for the sake of longer ones beside it.
const isShort = (content) =>
  typeof content === "string" && content.length <= (content.includes(" ") ? 14 : 24);

function tableCell(title, content, index) {
  const attributes = { class: isShort(content) ? "short" : "" };
  return index === 0
    ? element("th", { scope: "row", role: "rowheader", ...attributes }, ...[content].flat())
    : element("td", { role: "cell", "data-title": title, ...attributes }, ...[content].flat());
}
