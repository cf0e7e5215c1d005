/// What `retry` knows between attempts, and what it does about a failure.
///
/// The part that an operation pays for which succeeds at once is inlined into the caller's module: it
/// sets these fields, and reads the clock only where there is a deadline.
@usableFromInline struct RetryProgress<C: Clock<Duration>> {
  @usableFromInline let maxAttempts: Int?
  @usableFromInline let backoff: Backoff
  @usableFromInline let deadline: Duration?
  @usableFromInline let clock: C
  @usableFromInline let random: RandomSource
  @usableFromInline let start: C.Instant?
  @usableFromInline var retries = 0
  @usableFromInline var previousDelay: Duration?

  @inlinable init(
    maxAttempts: Int?,
    backoff: Backoff,
    deadline: Duration?,
    clock: C,
    random: RandomSource
  ) {
    self.maxAttempts = maxAttempts
    self.backoff = backoff
    self.deadline = deadline
    self.clock = clock
    self.random = random
    start = deadline == nil ? nil : clock.now
  }

  /// Waits until the next attempt is due.
  ///
  /// - Throws: The error, where there is to be no further attempt; `CancellationError` in its place
  ///   where it stands for a cancellation, and when the task is cancelled.
  @usableFromInline mutating func attemptFailed(
    _ error: any Error,
    recover: (any Error) async throws -> FailureRecovery
  ) async throws {
    guard !Task.isCancelled, NetworkErrorType(of: error) != .cancelled else {
      throw CancellationError()
    }
    if let maxAttempts, retries >= maxAttempts - 1 { throw error }
    guard let delay = delay(try await recover(error)), !endsPastDeadline(delay) else { throw error }
    try await clock.sleepFully(for: delay)
    retries += 1
    previousDelay = delay
  }

  /// The time until the next attempt; nil where there is to be none.
  private func delay(_ recovery: FailureRecovery) -> Duration? {
    switch recovery.action {
    case .stop: nil
    case .retryAfter(let delay): max(delay, .zero)
    case .retryWithBackoff:
      backoff.draw(afterRetries: retries, previous: previousDelay, at: random.next()).delay
    }
  }

  private func endsPastDeadline(_ delay: Duration) -> Bool {
    guard let remaining else { return false }
    return delay > remaining
  }

  /// The time left until the deadline, below zero where it has passed; nil where there is none.
  var remaining: Duration? {
    guard let start, let deadline else { return nil }
    return max(deadline, .zero) - max(start.duration(to: clock.now), .zero)
  }
}
