internal import NetwatchSQLiteStores

/// What was known when, without gaps and overlaps.
///
/// Within a run the clock was not set. Where a run begins before the one before it has ended, the clock
/// was set back, and what that one has to say of the time counts no more.
struct HistoryTimeline: Sendable {
  private(set) var spans: [HistorySpan] = []

  /// - Parameters:
  ///   - runs: The runs, in their order.
  ///   - states: The states, in their order.
  ///   - now: The present, at which a run without an end is.
  init(runs: [HistoryRun], states: [StateRow], now: Int64) {
    var rest = states[...]
    var held: SpanState?
    for run in runs {
      let start = run.start.boundedMoment
      let end = max((run.end ?? now).boundedMoment, start)
      begin(at: start)
      var time = start
      while let row = rest.first, row.run <= run.id {
        // Of a run that is forgotten, only the last state is of interest.
        if row.run == run.id {
          let next = min(max(row.time.boundedMoment, time), end)
          append(from: time, to: next, held)
          time = next
        }
        held = SpanState(row)
        rest.removeFirst()
      }
      append(from: time, to: end, held)
    }
  }

  /// The part between two moments, with what is missing at its ends as unknown.
  func clipped(from start: Int64, to end: Int64) -> [HistorySpan] {
    guard start < end else { return [] }
    var part = HistoryTimeline()
    for span in spans where span.end > start && span.start < end {
      part.append(from: part.spans.last?.end ?? start, to: span.start, nil)
      part.append(from: max(span.start, start), to: min(span.end, end), span.state)
    }
    part.append(from: part.spans.last?.end ?? start, to: end, nil)
    return part.spans
  }

  private init() {}

  /// A run begins: what was said of the time from there on is forgotten, and what lies between the one
  /// before and this one is unknown.
  private mutating func begin(at start: Int64) {
    while let last = spans.last, last.start >= start { spans.removeLast() }
    guard let last = spans.last else { return }
    if last.end > start { spans[spans.count - 1].end = start }
    append(from: last.end, to: start, nil)
  }

  /// Adds a span, where there is any time in it; one that says the same as the last is its rest.
  private mutating func append(from start: Int64, to end: Int64, _ state: SpanState?) {
    guard start < end else { return }
    if let last = spans.last, last.end == start, last.state == state {
      spans[spans.count - 1].end = end
    } else {
      spans.append(HistorySpan(start: start, end: end, state: state))
    }
  }
}
