/// Runs an operation until it succeeds, so many times at most, with the same pause between attempts.
///
/// ```swift
/// let items = try await retry(attempts: 3, delay: .milliseconds(250)) { try await fetch() }
/// ```
///
/// The operation runs where the caller runs, on the caller's actor for one. Repeat only what may be
/// done twice: a request that reads, or one that the server recognises.
///
/// A cancellation is never retried: a `CancellationError`, an error whose ``NetworkErrorType`` is
/// `cancelled`, and any failure while the task is cancelled are thrown as `CancellationError` before
/// `shouldRetry` is asked. A task that is cancelled before the first attempt makes none; one that is
/// cancelled in a pause ends at once.
///
/// - Parameters:
///   - attempts: The most attempts, the first included: 1 or more.
///   - delay: The pause before each further attempt; zero or less is none.
///   - clock: What the pauses are measured on; by default one that runs on while the host is suspended.
///   - shouldRetry: Whether a failure is worth another attempt; not asked about the last one. By
///     default all are.
///   - operation: What to do.
/// - Returns: What the operation returned.
/// - Throws: The operation's own last error; `CancellationError`; ``RetryError`` where `attempts` is
///   under 1.
@inlinable public func retry<Success, C: Clock<Duration>>(
  attempts: Int,
  delay: Duration,
  clock: C = ContinuousClock(),
  shouldRetry: (any Error) -> Bool = { _ in true },
  operation: () async throws -> Success
) async throws -> Success {
  try RetryError.check(attempts, name: "attempts")
  return try await retry(
    maxAttempts: attempts,
    backoff: .constant(delay),
    clock: clock,
    operation: operation,
    recoverFromFailure: { shouldRetry($0) ? .retry : .stop }
  )
}

/// Runs an operation until it succeeds, with a backoff between attempts.
///
/// ```swift
/// let items = try await retry(maxAttempts: 5, deadline: .seconds(60)) {
///   try await fetch()
/// } recoverFromFailure: { error in
///   error is Refused ? .stop : .retry
/// }
/// ```
///
/// The operation runs where the caller runs, on the caller's actor for one, and so cannot be raced
/// against a timer: the deadline is looked at between attempts. An attempt with a limit of its own has
/// `attemptTimeout`.
///
/// A cancellation is never retried: a `CancellationError`, an error whose ``NetworkErrorType`` is
/// `cancelled`, and any failure while the task is cancelled are thrown as `CancellationError` before
/// anybody is asked. A task that is cancelled before the first attempt makes none; one that is
/// cancelled in a pause ends at once.
///
/// - Parameters:
///   - maxAttempts: The most attempts, the first included: 1 or more; nil for no limit.
///   - backoff: The pauses between attempts.
///   - deadline: The time for everything, counted from the call: a pause that would end past it is not
///     begun. The first attempt is made in any case. nil for no limit.
///   - clock: What time is measured on; by default one that runs on while the host is suspended.
///   - random: Where the draws of jitter come from.
///   - operation: What to do.
///   - recoverFromFailure: What to do about a failure; not asked about that of the last attempt. What
///     it throws ends the work. By default every failure is retried.
/// - Returns: What the operation returned.
/// - Throws: The operation's own last error; `CancellationError`; ``RetryError`` where `maxAttempts` is
///   under 1.
@inlinable public func retry<Success, C: Clock<Duration>>(
  maxAttempts: Int? = 3,
  backoff: Backoff = .standard,
  deadline: Duration? = nil,
  clock: C = ContinuousClock(),
  random: RandomSource = .system,
  operation: () async throws -> Success,
  recoverFromFailure: (any Error) async throws -> FailureRecovery = { _ in .retry }
) async throws -> Success {
  try RetryError.check(maxAttempts, name: "maxAttempts")
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
      return try await operation()
    } catch {
      try await progress.attemptFailed(error, recover: recoverFromFailure)
    }
  }
}
