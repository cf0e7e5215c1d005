/// How long to wait before each retry: how the delay grows, how far, and what chance has to do with it.
///
/// It is a value and knows nothing of the past: who uses it says how many retries there were. All
/// numbers are held inside what `Duration` can count, whatever they are computed from.
///
/// ```swift
/// let backoff = Backoff.exponential(initial: .milliseconds(100), maximum: .seconds(20)).fullJitter()
/// ```
public struct Backoff: Hashable, Sendable {
  private enum Growth: Hashable {
    case linear(increment: Duration)
    case exponential(multiplier: Double)
  }

  private enum Jitter: Hashable {
    case none, full, equal, decorrelated
  }

  private let initial: Duration
  private let growth: Growth
  private let maximum: Duration
  private var jitter = Jitter.none

  private init(initial: Duration, growth: Growth, maximum: Duration) {
    self.maximum = max(maximum, .zero)
    self.initial = min(max(initial, .zero), self.maximum)
    self.growth = growth
  }
}

extension Backoff {
  /// The same delay before every retry; a negative one counts as none.
  public static func constant(_ delay: Duration) -> Self {
    Self(initial: delay, growth: .linear(increment: .zero), maximum: delay)
  }

  /// A delay that grows by the same amount with every retry.
  ///
  /// - Parameters:
  ///   - initial: The delay before the first retry; a negative one counts as none.
  ///   - increment: What is added for each retry before; a negative one lets the delay shrink to
  ///     nothing.
  ///   - maximum: The longest delay; a negative one counts as none.
  /// - Returns: The growth, without jitter.
  public static func linear(
    initial: Duration,
    increment: Duration,
    maximum: Duration
  ) -> Self {
    Self(initial: initial, growth: .linear(increment: increment), maximum: maximum)
  }

  /// A delay that is multiplied with every retry.
  ///
  /// - Parameters:
  ///   - initial: The delay before the first retry; a negative one counts as none.
  ///   - multiplier: What the delay is multiplied by for each retry before. Under 1 it shrinks; at 0
  ///     only the first retry waits; infinite, all but the first wait for the maximum. One that is
  ///     negative or not a number counts as 1: the delay stays.
  ///   - maximum: The longest delay; a negative one counts as none.
  /// - Returns: The growth, without jitter.
  public static func exponential(
    initial: Duration,
    multiplier: Double = 2,
    maximum: Duration
  ) -> Self {
    let multiplier = multiplier >= 0 ? multiplier : 1
    return Self(initial: initial, growth: .exponential(multiplier: multiplier), maximum: maximum)
  }

  /// 100 ms, doubled with every retry up to 20 s, with full jitter.
  public static let standard = exponential(initial: .milliseconds(100), maximum: .seconds(20))
    .fullJitter()

  /// The same growth, with a delay drawn evenly between nothing and the window.
  ///
  /// It spreads a crowd best, and is what to take where many clients share a server.
  public func fullJitter() -> Self { with(.full) }

  /// The same growth, with half of the window kept and half of it drawn.
  public func equalJitter() -> Self { with(.equal) }

  /// A delay drawn evenly between the initial delay and three times the delay before, at most the
  /// maximum.
  ///
  /// It grows with the delays that were drawn: increment and multiplier play no part.
  public func decorrelatedJitter() -> Self { with(.decorrelated) }

  private func with(_ jitter: Jitter) -> Self {
    var copy = self
    copy.jitter = jitter
    return copy
  }
}

extension Backoff {
  /// The delay after so many retries before chance has its say: initial delay and growth, at most the
  /// maximum.
  ///
  /// It is exact to the attosecond, rounded towards zero, up to the precision of `Double` in the
  /// powers of a multiplier; those of two and of other whole numbers are exact.
  ///
  /// - Parameter retries: The retries made so far: 0 before the first. A negative number counts as 0.
  /// - Returns: The longest delay that full jitter would draw.
  public func window(afterRetries retries: Int) -> Duration {
    let retries = max(retries, 0)
    return switch growth {
    case .linear(let increment): initial.adding(increment, times: retries, atMost: maximum)
    case .exponential(let multiplier):
      initial.scaled(by: multiplier.raised(to: retries), atMost: maximum)
    }
  }

  /// The delay after so many retries.
  ///
  /// - Parameters:
  ///   - retries: The retries made so far: 0 before the first. A negative number counts as 0.
  ///   - previous: The delay before the last retry, for decorrelated jitter; nil before the first.
  ///   - draw: A number from [0, 1); one outside, or not a number, counts as the nearer end.
  /// - Returns: The delay, and the longest that could have been drawn.
  public func draw(afterRetries retries: Int, previous: Duration?, at draw: Double) -> BackoffDraw {
    guard jitter != .decorrelated else { return decorrelated(from: previous, at: draw) }
    let window = window(afterRetries: retries)
    let kept =
      switch jitter {
      case .full: Duration.zero
      case .equal: window / 2
      case .none, .decorrelated: window
      }
    return BackoffDraw(window: window, delay: kept + (window - kept).drawn(at: draw))
  }

  private func decorrelated(from previous: Duration?, at draw: Double) -> BackoffDraw {
    let previous = max(previous ?? initial, initial)
    // What is drawn past the maximum counts as the maximum: at the cap most delays are equal to it.
    let top = previous.scaled(by: 3, atMost: Duration(attoseconds: .max))
    let delay = initial + (top - initial).drawn(at: draw)
    return BackoffDraw(window: min(top, maximum), delay: min(delay, maximum))
  }
}

extension Duration {
  /// The part of the duration that a draw from [0, 1) picks; beyond 1 it is all of it.
  fileprivate func drawn(at draw: Double) -> Duration { scaled(by: draw, atMost: self) }
}

extension Double {
  /// The power with a whole exponent, 0 or more; infinite where it is too large.
  fileprivate func raised(to exponent: Int) -> Double {
    var (result, square, rest) = (1.0, self, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }
}
