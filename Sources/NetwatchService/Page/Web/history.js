// What /v1/history says, in words and tables.

const rowLimit = 50;

function showHistory(history) {
  say("availability", availabilitySentence(history));
  fill("timeline", [history.from, history.to, history.spans], () =>
    history.spans.length === 0
      ? nothing("Nothing has been recorded yet.")
      : [drawTimeline(history), legend(history)],
  );
  showOutages(history.outages);
  showLatency(history);
  present24 = history;
  showSpans();
}

function availabilitySentence(history) {
  if (history.availability == null) return "Nothing is known of this time.";
  const known = lengthOfTime(history.knownSeconds);
  return `The internet was available ${percent(history.availability)} % of the ${known} that are known.`;
}

function showOutages(outages) {
  fill("outages", outages, () => {
    if (outages.length === 0) return nothing("There was none.");
    const rows = outages.toReversed().slice(0, rowLimit).map((outage) => [
      time(outage.start),
      outage.end ? lengthOfTime(outage.seconds) : `${lengthOfTime(outage.seconds)} so far`,
      levels[levelOf(outage.level)].headline,
      plain(outage.explanation),
    ]);
    return [table("outages-title", ["Began", "Lasted", "What", "Why"], rows), ...leftOut(outages.length)];
  });
}

const leftOut = (count) =>
  count > rowLimit ? [nothing(`${counted(count - rowLimit, "earlier one")} left out.`)] : [];

let present24 = null;

/// Fills the table of spans once somebody unfolds it: it can be long.
function showSpans() {
  const details = byID("spans");
  details.hidden = !present24 || present24.spans.length === 0;
  if (!present24 || !details.open) return;
  const rows = present24.spans.toReversed().map((span) => [
    time(span.from),
    lengthOfTime((new Date(span.to) - new Date(span.from)) / 1000),
    levels[levelOf(span.level)].headline,
    plain(span.explanation ?? ""),
  ]);
  details.lastElementChild.replaceChildren(
    table("history-title", ["From", "Lasted", "What", "Why"], rows),
  );
}
