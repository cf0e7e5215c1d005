/// Runs an operation until it succeeds, with a backoff between attempts and a limit to each.
///
/// ```swift
/// let items = try await retry(attemptTimeout: .seconds(5), deadline: .seconds(60)) {
///   try await fetch()
/// }
/// ```
///
/// An attempt that takes longer is cancelled, and counts as failed with ``AttemptTimeout`` once it has
/// ended: an operation that takes no notice of its cancellation takes as long as it takes. With a
/// deadline, no attempt lasts beyond it either.
///
/// Cancellations are treated as by the function without `attemptTimeout`, and so is everything else.
///
/// - Parameters:
///   - maxAttempts: The most attempts, the first included: 1 or more; nil for no limit.
///   - backoff: The pauses between attempts.
///   - attemptTimeout: The time for each attempt, more than zero.
///   - deadline: The time for everything, counted from the call: a pause that would end past it is not
///     begun, and an attempt under way then is cancelled. nil for no limit.
///   - clock: What time is measured on; by default one that runs on while the host is suspended.
///   - random: Where the draws of jitter come from.
///   - operation: What to do, in a child task.
///   - recoverFromFailure: What to do about a failure; not asked about that of the last attempt. What
///     it throws ends the work. By default every failure is retried.
/// - Returns: What the operation returned.
/// - Throws: The last attempt's error, ``AttemptTimeout`` included; `CancellationError`; ``RetryError``
///   where `maxAttempts` is under 1 or `attemptTimeout` not above zero.
public func retry<Success: Sendable, C: Clock<Duration>>(
  maxAttempts: Int? = 3,
  backoff: Backoff = .standard,
  attemptTimeout: Duration,
  deadline: Duration? = nil,
  clock: C = ContinuousClock(),
  random: RandomSource = .system,
  operation: @escaping @Sendable () async throws -> Success,
  recoverFromFailure: (any Error) async throws -> FailureRecovery = { _ in .retry }
) async throws -> Success {
  try RetryError.check(maxAttempts, name: "maxAttempts")
  try RetryError.check(attemptTimeout: attemptTimeout)
  var progress = RetryProgress(
    maxAttempts: maxAttempts,
    backoff: backoff,
    deadline: deadline,
    clock: clock,
    random: random
  )
  while true {
    try Task.checkCancellation()
    do {
      let limit = min(attemptTimeout, progress.remaining ?? attemptTimeout)
      return try await clock.run(within: limit, operation)
    } catch {
      try await progress.attemptFailed(error, recover: recoverFromFailure)
      // A pause can end late, and an attempt without time would only hide this error.
      guard progress.remaining ?? attemptTimeout > .zero else { throw error }
    }
  }
}
