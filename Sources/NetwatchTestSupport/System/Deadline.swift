/// A moment by which something has to be done.
struct Deadline: Sendable {
  private let instant: ContinuousClock.Instant

  /// The longest wait; a longer one would only risk overflow in what takes the time.
  private static let longest = Duration.seconds(86_400)

  init(within limit: Duration) {
    instant = .now + min(limit, Self.longest)
  }

  var hasPassed: Bool { .now >= instant }

  var remaining: Duration { max(.zero, instant - .now) }

  /// The remaining time for poll(2), rounded up: rounded down it would spin for the last of it.
  var pollTimeout: CInt { Self.pollTimeout(remaining) }

  static func pollTimeout(_ duration: Duration) -> CInt {
    let (seconds, attoseconds) = min(max(duration, .zero), longest).components
    let roundedUp = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return CInt(seconds * 1_000 + roundedUp)
  }
}
