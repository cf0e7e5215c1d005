internal import NetwatchCore

/// Bounds how often the kernel is asked, and never drops the last request.
///
/// A few requests that come together are all granted at once, because one change of the network makes
/// several messages and the last of them shows its end; a flood is slowed down to the rate, of which
/// no second sees more than a hundred.
struct EvaluationThrottle: Sendable {
  private static let burst = 20.0
  private static let ratePerSecond = 80.0

  private var tokens = burst
  private var last: BootInstant?
  private(set) var deadline: BootInstant?

  /// Asks for an evaluation; where it is not granted, it is due at ``deadline``.
  mutating func requested(at now: BootInstant) -> Bool {
    refill(at: now)
    guard tokens >= 1 else {
      if deadline == nil {
        deadline = now.advanced(by: .seconds((1 - tokens) / Self.ratePerSecond))
      }
      return false
    }
    tokens -= 1
    deadline = nil
    return true
  }

  /// Grants a request that had to wait, where its moment has come.
  mutating func timePassed(at now: BootInstant) -> Bool {
    guard let deadline, deadline <= now else { return false }
    self.deadline = nil
    refill(at: now)
    tokens = max(0, tokens - 1)
    return true
  }

  private mutating func refill(at now: BootInstant) {
    if let last {
      let elapsed = Double(last.nanoseconds(to: now)) / 1e9
      tokens = min(Self.burst, tokens + elapsed * Self.ratePerSecond)
    }
    last = now
  }
}
