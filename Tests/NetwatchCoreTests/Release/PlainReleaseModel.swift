import NetwatchCore

/// The rules of the release told a second time, over a written history instead of a state.
struct PlainReleaseModel {
  enum Entry {
    /// An attempt that was not outdated ended like this.
    case outcome(ReleaseOutcome)
    /// The gap became this.
    case gap(Double)
    case outage
  }

  private let limit: Int
  private(set) var history: [Entry] = []
  /// For each attempt in flight, how long the history was when it began.
  private var begun: [Int] = []
  /// Every moment before which something was forbidden, in nanoseconds.
  private var holds: [Int64] = []
  private var start = Int64.min

  init(limit: Int) {
    self.limit = limit
  }

  var inFlight: Int { begun.count }

  /// The gap in seconds.
  var gap: Double {
    for case .gap(let gap) in history.reversed() { return gap }
    return 0
  }

  /// The window follows from what happened since the gap last changed or an outage ended.
  var window: Int {
    guard gap == 0 else { return 1 }
    let successes = recent.count { $0 == .success }
    guard let mark = lastMark else { return limit }
    if case .outage = history[mark] { return min(1 + successes, limit) }
    return min(2 + successes, limit)
  }

  /// When the next may go, in nanoseconds; nil where an outcome must come first.
  func due(isUrgent: Bool) -> Int64? {
    guard inFlight < window else { return nil }
    return max(holds.max() ?? .min, isUrgent ? .min : start)
  }

  mutating func outageEnded(seconds: Double, at now: Int64, draw: Double) {
    start = now + Int64(min(seconds / 10, 30) * 1e9 * draw)
    history.append(.outage)
  }

  mutating func began() { begun.append(history.count) }

  mutating func ended(_ index: Int, _ outcome: ReleaseOutcome, at now: Int64, draw: Double) {
    let beginning = begun.remove(at: index)
    if case .overloaded(let retryAfter?) = outcome {
      holds.append(now + min(retryAfter.clampedNanoseconds, 3_600_000_000_000))
    }
    guard outcome != .givenBack, beginning > lastMark ?? -1 else { return }
    let isCanary = window == 1
    history.append(.outcome(outcome))
    guard let gap = newGap(after: outcome, isCanary: isCanary) else { return }
    history.append(.gap(gap))
    if gap > 0 { holds.append(now + Int64(2 * gap * 1e9 * draw)) }
  }

  private func newGap(after outcome: ReleaseOutcome, isCanary: Bool) -> Double? {
    if outcome == .success { return gap == 0 ? nil : gap / 2 < 0.5 ? 0 : gap / 2 }
    if gap > 0 { return min(gap * 2, 30) }
    if outcome != .connectionFailure || isCanary { return 1 }
    let last = recent.suffix(32)
    return last.count >= 8 && last.count { $0 != .success } * 2 > last.count ? 1 : nil
  }

  /// Where the history says that the gap changed or an outage ended, for the last time.
  private var lastMark: Int? {
    history.lastIndex { if case .outcome = $0 { false } else { true } }
  }

  private var recent: [ReleaseOutcome] {
    history[((lastMark ?? -1) + 1)...].compactMap { entry in
      if case .outcome(let outcome) = entry { outcome } else { nil }
    }
  }
}
