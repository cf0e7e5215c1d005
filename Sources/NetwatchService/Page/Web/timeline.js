// The history: how much of the time the internet was there, and when it was not.

/// How much of the chart's height a level takes: the better, the more. What is not known is hatched.
const heights = { full: 100, unverified: 80, limited: 55, portal: 45, none: 25, unknown: 100 };
const chartHeight = 72;

/// Where a moment is in a period, in per cent of its width.
function placeIn(period) {
  const [from, to] = [new Date(period.from).getTime(), new Date(period.to).getTime()];
  const length = Math.max(1, to - from);
  return (text) => Math.min(100, Math.max(0, ((new Date(text) - from) / length) * 100));
}

/// The full hours to name below a chart, so that there are four to eight of them.
function hoursIn(period) {
  const [from, to] = [new Date(period.from), new Date(period.to)];
  const step = [1, 2, 3, 6, 12, 24].find((hours) => (to - from) / 3600000 / hours <= 6) ?? 24;
  const hour = new Date(from.getFullYear(), from.getMonth(), from.getDate());
  const found = [];
  while (hour <= to) {
    if (hour >= from) found.push(new Date(hour));
    hour.setHours(hour.getHours() + step);
  }
  return found;
}

/// The lines and names of the hours, for the foot of a chart.
function hourMarks(period, height) {
  const place = placeIn(period);
  return hoursIn(period).flatMap((hour) => {
    const x = place(hour.toISOString());
    const anchor = x < 6 ? "start" : x > 94 ? "end" : "middle";
    return [
      drawn("line", { class: "grid", x1: `${x}%`, x2: `${x}%`, y1: 0, y2: height + 4 }),
      drawn("text", { x: `${x}%`, y: height + 17, "text-anchor": anchor }, shortFormat.format(hour)),
    ];
  });
}

/// The pattern for what is not known.
const hatching = () =>
  drawn(
    "pattern",
    { id: "hatching", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    drawn("line", { class: "hatch", x1: 1, x2: 1, y1: 0, y2: 6 }),
  );

function spanBar(span, place) {
  const level = levelOf(span.level);
  const [start, end] = [place(span.from), place(span.to)];
  const height = (chartHeight * heights[level]) / 100;
  return drawn(
    "rect",
    {
      class: `span level-${level}`,
      x: `${start}%`,
      width: `${Math.max(end - start, 0)}%`,
      y: chartHeight - height,
      height,
    },
    drawn("title", {}, spanSentence(span)),
  );
}

const spanSentence = (span) =>
  `${levels[levelOf(span.level)].headline} from ${moment(new Date(span.from))} to ${moment(new Date(span.to))}`;

function drawTimeline(history) {
  const place = placeIn(history);
  const description =
    `${counted(history.spans.length, "span")} from ${moment(new Date(history.from))} to ` +
    `${moment(new Date(history.to))}, ${counted(history.outages.length, "outage")}. ` +
    "The table below says the same.";
  // What is bad comes last, over its neighbours: it may be only a hair wide.
  const bars = history.spans
    .toSorted((one, other) => heights[levelOf(other.level)] - heights[levelOf(one.level)])
    .map((span) => spanBar(span, place));
  return drawn(
    "svg",
    { class: "chart", role: "img", height: chartHeight + 22, "aria-labelledby": "timeline-name", "aria-describedby": "timeline-text" },
    drawn("title", { id: "timeline-name" }, "Connectivity in the last 24 hours"),
    drawn("desc", { id: "timeline-text" }, description),
    drawn("defs", {}, hatching()),
    ...hourMarks(history, chartHeight),
    // For the ear there is the table.
    drawn("g", { "aria-hidden": "true" }, ...bars),
  );
}

function legend(history) {
  const seen = new Set(history.spans.map((span) => levelOf(span.level)));
  return element(
    "ul",
    { class: "legend" },
    ...Object.keys(levels)
      .filter((level) => seen.has(level))
      .map((level) => element("li", {}, legendSwatch(level), levels[level].headline)),
  );
}

function legendSwatch(level) {
  const height = (16 * heights[level]) / 100;
  return drawn(
    "svg",
    { class: "swatch", viewBox: "0 0 16 16", "aria-hidden": "true" },
    drawn("rect", { class: `span level-${level}`, width: 16, y: 16 - height, height }),
  );
}
