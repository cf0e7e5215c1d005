/// How reports are kept short.
enum Shortening {
  /// At most so many spans, with the same beginning and end: the shortest become part of their
  /// neighbours.
  static func spans(_ spans: [HistorySpan], atMost limit: Int) -> [HistorySpan] {
    guard spans.count > limit else { return spans }
    let byLength = spans.indices.sorted { (spans[$0].length, $0) < (spans[$1].length, $1) }
    let swallowed = Set(byLength.prefix(spans.count - limit))
    var (result, start): ([HistorySpan], Int64?) = ([], spans.first?.start)
    for (index, span) in spans.enumerated() {
      if let last = result.indices.last,
        swallowed.contains(index) || result[last].state == span.state
      {
        result[last].end = span.end
      } else if !swallowed.contains(index) {
        // The first one that stays begins where those before it did.
        result.append(HistorySpan(start: start ?? span.start, end: span.end, state: span.state))
        start = nil
      }
    }
    return result
  }

  /// At most so many outages, in their order: the longest stay.
  static func outages(_ outages: [HistoryOutage], atMost limit: Int) -> [HistoryOutage] {
    guard outages.count > limit else { return outages }
    let byLength = outages.indices.sorted {
      (outages[$1].length, $1) < (outages[$0].length, $0)
    }
    return byLength.prefix(limit).sorted().map { outages[$0] }
  }
}
