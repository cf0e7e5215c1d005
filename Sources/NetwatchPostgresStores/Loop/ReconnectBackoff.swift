import NetwatchCore

/// How long to wait before the next attempt to connect: at once after a loss, then a random time up to
/// a second, two, four, at most 30.
struct ReconnectBackoff {
  private static let (base, longest) = (Duration.seconds(1), Duration.seconds(30))

  private let random: RandomSource
  private var failures = 0

  /// When the next attempt may be made.
  private(set) var next = ContinuousClock.now

  init(random: RandomSource) {
    self.random = random
  }

  mutating func failed() {
    let window = Self.base.doubled(failures, atMost: Self.longest)
    next = .now + .interpolated(.zero...window, at: random.next())
    failures = min(failures + 1, 16)
  }

  mutating func succeeded() {
    failures = 0
    next = .now
  }
}
