import NetwatchCore

/// The rules of damping told a second time: what is published may differ from what is for so long and
/// no longer.
struct PlainDampingModel {
  let settings: ConnectivitySettings
  private var publishedLosses: [BootInstant] = []
  /// Since when availability has been another than the published one, and how long it may be.
  private var difference: (since: BootInstant, allowed: Duration)?

  init(settings: ConnectivitySettings) {
    self.settings = settings
  }

  /// What is wrong with what came of an event, if anything.
  mutating func check(
    before: ConnectivityState,
    published: ConnectivityState,
    settled: ConnectivityState,
    isUndamped: Bool,
    at now: BootInstant
  ) -> String? {
    let (was, told, real) = (
      before.isConnectionAssumedAvailable, published.isConnectionAssumedAvailable,
      settled.isConnectionAssumedAvailable
    )
    if real != was, difference == nil { difference = (now, allowance(isLoss: was, at: now)) }
    guard told == real else {
      if published != before { return "something half-changed was told" }
      return isUndamped ? "a confirmed loss was not told at once" : nil
    }
    defer { difference = nil }
    guard published.isEquivalent(to: settled) else { return "what is told is not what is" }
    guard told != was else { return nil }
    if !told { publishedLosses.append(now) }
    guard let difference, !isUndamped || told else { return nil }
    let isEarly = difference.since.duration(to: now) < difference.allowed
    return isEarly ? "a flip was told early" : nil
  }

  /// Whether a flip should have been told by now.
  func isOverdue(at now: BootInstant) -> Bool {
    difference.map { $0.since.duration(to: now) >= $0.allowed } ?? false
  }

  private func allowance(isLoss: Bool, at now: BootInstant) -> Duration {
    guard !isLoss else { return settings.lossDelay }
    let flaps = publishedLosses.count { $0.duration(to: now) < .seconds(60) }
    return min(settings.recoveryDelay * (1 << min(max(flaps - 1, 0), 10)), .seconds(8))
  }
}
