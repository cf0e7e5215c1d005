/// A time in which the connection was known not to be available.
struct HistoryOutage: Hashable, Sendable {
  /// Its beginning, in microseconds since 1970.
  let start: Int64

  /// Its end; nil where the report ends first.
  var end: Int64?

  /// How long it is, as far as the report goes, in microseconds.
  var length: Int64

  /// What it began with.
  let state: SpanState

  /// The outages among spans; one that is interrupted by the unknown is two.
  static func all(in spans: [HistorySpan]) -> [HistoryOutage] {
    var outages: [HistoryOutage] = []
    var isOut = false
    for span in spans {
      guard let state = span.state, !state.isAvailable else {
        isOut = false
        continue
      }
      if isOut {
        outages[outages.count - 1].length += span.length
      } else {
        outages.append(
          HistoryOutage(start: span.start, end: nil, length: span.length, state: state)
        )
      }
      isOut = true
      outages[outages.count - 1].end = span.end == spans.last?.end ? nil : span.end
    }
    return outages
  }
}
