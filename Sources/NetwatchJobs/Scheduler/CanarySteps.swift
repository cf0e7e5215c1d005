import NetwatchCore

/// When to ask for leave to try whether a limited connection works again: after 1, 2, 4 … 30 s of an
/// outage, one piece of work each time.
struct CanarySteps {
  private static let delays = Backoff.exponential(initial: .seconds(1), maximum: .seconds(30))

  /// When to ask next; nil while there is no outage.
  private(set) var due: BootInstant?

  /// Whether one piece of work may go now.
  private(set) var isGranted = false

  private var count = 0

  func isDue(at now: BootInstant) -> Bool { due.map { $0 <= now } ?? false }

  mutating func outageBegan(at now: BootInstant) { due = next(after: now) }

  mutating func answered(_ isGranted: Bool, at now: BootInstant) {
    self.isGranted = isGranted
    count += 1
    due = next(after: now)
  }

  mutating func used() { isGranted = false }

  private func next(after now: BootInstant) -> BootInstant {
    now.advanced(by: Self.delays.window(afterRetries: count))
  }
}
