extension RetryInterceptor {
  /// Retries retryable failures after a full-jitter exponential backoff, and decides when to give up.
  ///
  /// The n-th retry in a row that it proposes, counting from 0, waits for a random time between
  /// nothing and `min(maxDelay, base · 2ⁿ)`. A Retry-After is a minimum: the wait is the longer of
  /// the two. The count, and with it the backoff, begins again when another interceptor proposed the
  /// last retry, as after a wait for connectivity.
  ///
  /// - Parameters:
  ///   - id: Its name in histories.
  ///   - maxAttempts: The most attempts in a row, the initial one included; nil for no limit.
  ///   - transientBaseDelay: The base for failures other than HTTP 429.
  ///   - throttlingBaseDelay: The base for HTTP 429.
  ///   - maxDelay: The longest backoff, and the longest Retry-After that is waited for as a matter of
  ///     course.
  ///   - retryAfterAboveMaxDelay: What to do about a longer Retry-After.
  ///   - random: Where the draws come from.
  /// - Returns: An interceptor that can be shared between clients.
  public static func retryWithBackoff(
    id: String = "retryWithBackoff",
    maxAttempts: Int? = 3,
    transientBaseDelay: Duration = .milliseconds(100),
    throttlingBaseDelay: Duration = .seconds(1),
    maxDelay: Duration = .seconds(20),
    retryAfterAboveMaxDelay: RetryAfterAboveMaxDelay = .giveUp,
    random: RandomSource = .system
  ) -> RetryInterceptor {
    let rule = BackoffRule(
      maxAttempts: maxAttempts,
      transient: .exponential(initial: transientBaseDelay, maximum: maxDelay).fullJitter(),
      throttling: .exponential(initial: throttlingBaseDelay, maximum: maxDelay).fullJitter(),
      maxDelay: maxDelay,
      aboveMaxDelay: retryAfterAboveMaxDelay
    )
    return RetryInterceptor(id: id) { question in
      rule.decide(question, random: random)
    }
  }
}

/// What `retryWithBackoff` decides by.
private struct BackoffRule: Sendable {
  let maxAttempts: Int?
  let transient: Backoff
  let throttling: Backoff
  let maxDelay: Duration
  let aboveMaxDelay: RetryAfterAboveMaxDelay

  func decide(_ question: RetryQuestion, random: RandomSource) -> RetryDecision {
    let failure = question.failure
    if let reason = reasonToStop(question) { return .noOpinion(reason) }
    let backoff = failure.type.isThrottling ? throttling : transient
    let draw = backoff.draw(
      afterRetries: question.consecutiveRetries,
      previous: nil,
      at: random.next()
    )
    let delay = max(draw.delay, failure.retryAfter ?? .zero)
    return .retry(after: delay, reason(draw, failure.retryAfter), draw: draw)
  }

  private func reasonToStop(_ question: RetryQuestion) -> String? {
    let failure = question.failure
    guard failure.isRetryable else { return failure.finalityText }
    // Compared this way round, no limit and no count can overflow.
    if let maxAttempts, question.consecutiveRetries >= max(maxAttempts, 1) - 1 {
      return "the limit of \(maxAttempts) attempts in a row is reached"
    }
    if aboveMaxDelay == .giveUp, let retryAfter = failure.retryAfter, retryAfter > maxDelay {
      return "Retry-After of \(retryAfter.secondsText) is above \(maxDelay.secondsText)"
    }
    return nil
  }

  private func reason(_ draw: BackoffDraw, _ retryAfter: Duration?) -> String {
    let drawn = "again after \(draw.delay.secondsText) of at most \(draw.window.secondsText)"
    guard let retryAfter, retryAfter > draw.delay else { return drawn }
    return "again after \(retryAfter.secondsText) as Retry-After asks"
  }
}
