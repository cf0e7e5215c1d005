import NetwatchCore

/// When a broken stream is begun again: after a drawn time, whose bound grows while nothing comes.
struct EventReconnection {
  /// What the service did not say otherwise.
  private static let usual: Int64 = 2000

  private static let longest = Duration.seconds(30)

  /// The longest wait that a service can ask for.
  private static let longestAsked: Int64 = 3_600_000

  private let random: RandomSource
  private var asked = Self.usual
  private var failures = 0

  init(random: RandomSource = .system) {
    self.random = random
  }

  /// The service said how many milliseconds to wait.
  mutating func asked(for milliseconds: Int64) {
    asked = min(max(milliseconds, 0), Self.longestAsked)
  }

  /// An event came.
  mutating func progressed() {
    failures = 0
  }

  /// The stream broke, or did not begin.
  ///
  /// - Parameter minimum: What the service asks to wait at least.
  /// - Returns: How long to wait.
  mutating func broke(minimum: Duration?) -> Duration {
    let initial = Duration.milliseconds(asked)
    let backoff = Backoff.exponential(initial: initial, maximum: max(initial, Self.longest))
    let draw = backoff.fullJitter().draw(afterRetries: failures, previous: nil, at: random.next())
    failures += failures < .max ? 1 : 0
    return max(draw.delay, min(minimum ?? .zero, .milliseconds(Self.longestAsked)))
  }
}
