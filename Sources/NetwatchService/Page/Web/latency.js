// How long the probes took: a chart for each endpoint and family, and a table of them all.

const latencyHeight = 124;

/// The room above for the marks of failures.
const failureHeight = 26;

/// The powers of ten around what was measured: times differ by orders of magnitude.
function decades(series) {
  const values = series.flatMap((bucket) => [bucket.median, bucket.max]).filter((value) => value > 0);
  if (values.length === 0) return [1, 10];
  const lowest = Math.floor(Math.log10(Math.min(...values)));
  const highest = Math.max(lowest + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: highest - lowest + 1 }, (_, index) => 10 ** (lowest + index));
}

const scaleName = (value) =>
  value >= 1000 ? `${value / 1000} s` : value >= 1 ? `${value} ms` : `${Number((value * 1000).toPrecision(3))} µs`;

/// Where a time is in a chart, in pixels from above.
function heightIn(scale) {
  const [low, high] = [Math.log10(scale[0]), Math.log10(scale.at(-1))];
  return (value) => {
    const part = (Math.log10(Math.max(value, scale[0])) - low) / (high - low);
    return failureHeight + (1 - part) * (latencyHeight - failureHeight);
  };
}

/// The width of a bucket, in per cent: the smallest distance of two.
function bucketWidth(places) {
  const distances = places.slice(1).map((place, index) => place - places[index]);
  return Math.min(2, ...distances.filter((distance) => distance > 0));
}

function drawLatency(probe, history, number) {
  const scale = decades(probe.series);
  const [y, place] = [heightIn(scale), placeIn(history)];
  const places = probe.series.map((bucket) => place(bucket.time));
  const width = bucketWidth(places);
  const marks = probe.series.flatMap((bucket, index) =>
    bucketMarks(bucket, places[index], width, y, probe.series[index - 1], places[index - 1]),
  );
  const name = `${plain(probe.endpoint)}, ${familyName(probe.family)}`;
  return drawn(
    "svg",
    {
      class: "chart",
      role: "img",
      height: latencyHeight + 22,
      "aria-labelledby": `latency-name-${number}`,
      "aria-describedby": `latency-text-${number}`,
    },
    drawn("title", { id: `latency-name-${number}` }, `Latency of ${name}`),
    drawn("desc", { id: `latency-text-${number}` }, latencySentence(probe)),
    ...hourMarks(history, latencyHeight),
    ...scale.map((value) => drawn("line", { class: "grid", x1: 0, x2: "100%", y1: y(value), y2: y(value) })),
    ...marks,
    ...scale.map((value) => drawn("text", { class: "scale", x: 2, y: y(value) - 3 }, scaleName(value))),
  );
}

/// A bucket: the band from the median to the maximum, the line to the median of the one before, and a
/// cross where a probe failed.
function bucketMarks(bucket, x, width, y, before, placeBefore) {
  const marks = [];
  if (bucket.median != null) {
    const [top, middle] = [y(bucket.max ?? bucket.median), y(bucket.median)];
    marks.push(
      drawn("rect", { class: "band", x: `${x}%`, width: `${width}%`, y: top, height: Math.max(middle - top, 1) }),
    );
    const isNext = before?.median != null && x - placeBefore < 3 * width;
    const start = isNext
      ? { x1: `${placeBefore + width / 2}%`, y1: y(before.median) }
      : { x1: `${x}%`, y1: middle };
    marks.push(drawn("line", { class: "median", ...start, x2: `${x + width / 2}%`, y2: middle }));
  }
  if (bucket.failures > 0) {
    marks.push(
      drawn("text", { class: "failure", x: `${x + width / 2}%`, y: 9, "text-anchor": "middle" }, "×"),
    );
  }
  return marks;
}

function latencySentence(probe) {
  const failures = probe.failures === 0 ? "none failed" : `${probe.failures.toLocaleString("en")} failed`;
  return (
    `${counted(probe.count, "probe")}, ${failures}; half of them took at most ` +
    `${milliseconds(probe.p50)} milliseconds, 99 of 100 at most ${milliseconds(probe.p99)}.`
  );
}

function showLatency(history) {
  const probes = history.probes ?? [];
  fill("latency", [history.from, history.to, probes], () => {
    if (probes.length === 0) return nothing("No probe has been sent in this time.");
    const rows = probes.map((probe) => [
      plain(probe.endpoint),
      familyName(probe.family),
      probe.count.toLocaleString("en"),
      probe.failures.toLocaleString("en"),
      ...[probe.p50, probe.p90, probe.p99, probe.max].map((value) => `${milliseconds(value)} ms`),
    ]);
    const columns = ["Endpoint", "Family", "Probes", "Failed", "Median", "90 %", "99 %", "Longest"];
    return [
      ...probes.flatMap((probe, number) => latencyFigure(probe, history, number)),
      element("p", { class: "quiet" }, "The line is the median, the band reaches to the longest; × marks failures."),
      table("latency-title", columns, rows, "figures"),
    ];
  });
}

const latencyFigure = (probe, history, number) => [
  element("h3", { class: "endpoint" }, `${plain(probe.endpoint)}, ${familyName(probe.family)}`),
  element("figure", {}, drawLatency(probe, history, number)),
];
