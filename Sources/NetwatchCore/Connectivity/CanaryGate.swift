/// Lets one piece of real work through per backoff step while the level is `limited`, so that probes
/// which fail for reasons of their own cannot hold everything for ever.
struct CanaryGate: Sendable {
  private let longestStep: Duration
  private var next: BootInstant?
  private var steps = 0

  init(longestStep: Duration) {
    self.longestStep = longestStep
  }

  /// The level is this now: the steps begin anew whenever `limited` does.
  mutating func levelSettled(_ level: ConnectivityLevel, at now: BootInstant) {
    guard level == .limited else {
      next = nil
      steps = 0
      return
    }
    if next == nil { next = now.advanced(by: step) }
  }

  /// Whether the caller may try; the next one has to wait twice as long.
  mutating func claimed(at now: BootInstant) -> Bool {
    guard let due = next, due <= now else { return false }
    steps += 1
    next = now.advanced(by: step)
    return true
  }

  private var step: Duration { Duration.seconds(1).doubled(steps, atMost: longestStep) }
}
