// The state now: what it is, since when, and why.

const shapes = {
  full: "M3 9l4 4 8-9",
  unverified: "M6 7a3 3 0 1 1 3 3v1.5M9 15v.01",
  limited: "M9 2v9M9 14v2",
  portal: "M5 9h8M10 5l4 4-4 4",
  none: "M4 4l10 10M14 4L4 14",
  unknown: "M5 9h8",
};

let present = null;

/// The mark in front of the headline: a shape of its own for each level, beside the colour.
function mark(level) {
  return drawn(
    "svg",
    { class: `mark level-${level}`, viewBox: "0 0 18 18", "aria-hidden": "true" },
    drawn("path", { d: shapes[level] }),
  );
}

function showState(state) {
  present = state;
  const level = levelOf(state.level);
  const words = levels[level];
  document.title = `${words.headline} – Netwatch`;
  fill("headline", level, () => [mark(level), element("strong", {}, words.headline)]);
  say("meaning", words.meaning);
  say("explanation", `Why: ${sentence(state.explanation)}`);
  showSince();
  fill("families", [state.ipv4, state.ipv6], () =>
    ["ipv4", "ipv6"].flatMap((family) => [
      element("dt", {}, familyName(family)),
      element("dd", {}, wayOut(state[family])),
    ]),
  );
  showLatest(state.probes ?? []);
}

/// Outside of what is read out at changes: it changes every minute.
function showSince() {
  if (!present) return;
  const since = new Date(present.since);
  const seconds = Math.max(0, (Date.now() - since) / 1000);
  const ago = seconds < 60 ? "less than a minute" : lengthOfTime(Math.floor(seconds / 60) * 60);
  say("since", `Since ${moment(since)}, for ${ago}. Level: ${plain(present.level)}.`);
}

function showLinks(links) {
  fill("links", links, () =>
    links.length === 0
      ? nothing("There are no links.")
      : table(
          "links-title",
          ["Link", "Kind", "State"],
          links.map((link) => [plain(link.name), plain(link.kind ?? "–"), linkState(link)]),
        ),
  );
}

const latest = new Map();

/// Notes the newest outcome for each endpoint and family.
function showLatest(probes) {
  for (const probe of probes) latest.set(`${probe.family} ${probe.endpoint}`, probe);
  const all = [...latest.values()];
  fill("latest", all, () =>
    all.length === 0
      ? nothing("No probes are configured, or none has been sent yet.")
      : table(
          "latest-title",
          ["Endpoint", "Family", "Outcome", "Took"],
          all.map((probe) => [
            plain(probe.endpoint),
            familyName(probe.family),
            oneWord(outcomes, probe.outcome),
            `${milliseconds(probe.milliseconds)} ms`,
          ]),
        ),
  );
}
