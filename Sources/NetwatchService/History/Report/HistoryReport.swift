internal import NetwatchCore
internal import NetwatchSQLiteStores

/// What the history says of a time.
struct HistoryReport: Hashable, Sendable {
  /// The most spans, and the most outages.
  static let spanLimit = 2_000

  /// The time, in microseconds since 1970.
  let start: Int64
  let end: Int64

  /// How much of it something is known of, in microseconds.
  let known: Int64

  /// How much of it the connection was available.
  let available: Int64

  let spans: [HistorySpan]
  let outages: [HistoryOutage]
  let probes: [ProbeSummary]

  /// Whether more happened than is told.
  let isTruncated: Bool

  /// - Parameters:
  ///   - start: The beginning.
  ///   - end: The end; what lies behind `now` is unknown.
  ///   - now: The present.
  ///   - runs: The runs, in their order.
  ///   - states: The states, in their order.
  ///   - probes: What the probes found.
  ///   - isComplete: Whether all of the past was looked at.
  init(
    from start: Int64,
    to end: Int64,
    now: Int64,
    runs: [HistoryRun],
    states: [StateRow],
    probes: [ProbeSummary] = [],
    isComplete: Bool = true
  ) {
    (self.start, self.end) = (start.boundedMoment, end.boundedMoment)
    let timeline = HistoryTimeline(runs: runs, states: states, now: now)
    let all = timeline.clipped(from: self.start, to: self.end)
    let outages = HistoryOutage.all(in: all)
    known = all.reduce(0) { $0 + ($1.state == nil ? 0 : $1.length) }
    available = all.reduce(0) { $0 + ($1.state?.isAvailable == true ? $1.length : 0) }
    spans = Shortening.spans(all, atMost: Self.spanLimit)
    self.outages = Shortening.outages(outages, atMost: Self.spanLimit)
    self.probes = probes
    isTruncated =
      !isComplete || spans.count < all.count || self.outages.count < outages.count
  }
}

extension HistoryReport {
  /// Makes a report of what is in a history.
  ///
  /// - Parameters:
  ///   - reading: The history, about the time between `start` and `end`.
  ///   - start: The beginning.
  ///   - end: The end.
  ///   - now: The present.
  /// - Throws: What reading throws.
  init(_ reading: HistoryReading, from start: Int64, to end: Int64, now: Int64) throws {
    var (collector, count) = (ProbeCollector(from: start, to: end), 0)
    try reading.probes { row in
      collector.add(row)
      count += 1
    }
    let states = try reading.states()
    self.init(
      from: start,
      to: end,
      now: now,
      runs: try reading.runs(),
      states: states,
      probes: collector.summaries,
      isComplete: states.count < HistoryReading.stateLimit && count < HistoryReading.probeLimit
    )
  }
}
