public import NetwatchCore

/// How often a fetch is tried, and how long it waits in between.
public struct RetryStrategy: Hashable, Sendable {
  /// The most attempts, the first included.
  public let maxAttempts: Int

  /// The pauses between attempts.
  public let backoff: Backoff

  /// What is wrong with it; found when the source is built.
  let flaw: DataSourceConfigurationError?

  /// Creates a strategy from a backoff, such as one with jitter.
  ///
  /// - Parameters:
  ///   - maxAttempts: The most attempts, the first included: 1 or more.
  ///   - backoff: The pauses between attempts.
  public init(maxAttempts: Int, backoff: Backoff) {
    self.init(maxAttempts: maxAttempts, backoff: backoff, flaw: nil)
  }

  /// The same pause between all attempts.
  ///
  /// - Parameters:
  ///   - maxAttempts: The most attempts, the first included: 1 or more.
  ///   - delay: The pause: zero or more; by default none.
  /// - Returns: The strategy.
  public static func fixed(maxAttempts: Int, delay: Duration = .zero) -> Self {
    Self(
      maxAttempts: maxAttempts,
      backoff: .constant(delay),
      flaw: .unless(delay >= .zero, "the delay", delay, "zero or more")
    )
  }

  /// Pauses that grow by a factor.
  ///
  /// - Parameters:
  ///   - maxAttempts: The most attempts, the first included: 1 or more.
  ///   - initialDelay: The first pause: zero or more.
  ///   - multiplier: How much longer each pause is than the one before: 1 or more.
  ///   - maxDelay: The longest pause, zero or more; by default there is no limit.
  /// - Returns: The strategy. Without jitter: ``init(maxAttempts:backoff:)`` takes a backoff with it.
  public static func exponentialBackoff(
    maxAttempts: Int,
    initialDelay: Duration,
    multiplier: Double = 2,
    maxDelay: Duration? = nil
  ) -> Self {
    let longest = maxDelay ?? .seconds(Int64.max)
    return Self(
      maxAttempts: maxAttempts,
      backoff: .exponential(initial: initialDelay, multiplier: multiplier, maximum: longest),
      flaw: .unless(initialDelay >= .zero, "the initial delay", initialDelay, "zero or more")
        ?? .unless(
          multiplier >= 1 && multiplier.isFinite,
          "the multiplier is \(multiplier); expected a number that is 1 or more"
        )
        ?? .unless(longest >= .zero, "the longest delay", longest, "zero or more")
    )
  }

  private init(maxAttempts: Int, backoff: Backoff, flaw: DataSourceConfigurationError?) {
    self.maxAttempts = maxAttempts
    self.backoff = backoff
    self.flaw =
      .unless(maxAttempts >= 1, "maxAttempts is \(maxAttempts); expected 1 or more") ?? flaw
  }
}
