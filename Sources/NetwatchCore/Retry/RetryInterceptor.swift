/// A rule that is asked, after a failed attempt, whether and when to try again.
///
/// It keeps no state: what it needs of the past is in the ``RetryQuestion``. So one interceptor can
/// serve any number of clients and schedulers at once.
public struct RetryInterceptor: Sendable, Identifiable {
  /// Names the interceptor in histories, stored ones included: it must stay the same from one release
  /// of a program to the next, and differ from all others in a list.
  public let id: String

  private let completion: (@Sendable (RetryAttempt) -> Void)?
  private let decision: @Sendable (RetryQuestion) async throws -> RetryDecision

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - id: Its name in histories.
  ///   - didComplete: Called after each attempt, failed or not, before anybody decides; it must not
  ///     block.
  ///   - decide: The answer to a failure. It may wait; when the task is cancelled it should throw
  ///     `CancellationError` soon. Any other error it throws ends the work.
  public init(
    id: String,
    didComplete: (@Sendable (RetryAttempt) -> Void)? = nil,
    decide: @escaping @Sendable (RetryQuestion) async throws -> RetryDecision
  ) {
    self.id = id
    completion = didComplete
    decision = decide
  }

  /// Tells the interceptor how an attempt ended.
  public func didComplete(_ attempt: RetryAttempt) { completion?(attempt) }

  /// Asks the interceptor about a failure.
  public func decide(_ question: RetryQuestion) async throws -> RetryDecision {
    try await decision(question)
  }
}

/// An attempt that has ended.
public struct RetryAttempt: Sendable {
  /// Its number, the first being 1.
  public let number: Int

  /// How it failed; nil where it succeeded.
  public let failure: RetryFailure?

  /// Creates the description of an attempt.
  public init(number: Int, failure: RetryFailure?) {
    self.number = number
    self.failure = failure
  }
}

/// What an interceptor is asked: what happened, and what it needs to know of the past.
public struct RetryQuestion: Sendable {
  /// How the attempt failed.
  public let failure: RetryFailure

  /// The retries so far that count towards the limit.
  public let totalRetries: Int

  /// The interceptor's own proposals since another one last proposed.
  public let consecutiveRetries: Int

  /// Creates a question.
  public init(failure: RetryFailure, totalRetries: Int, consecutiveRetries: Int) {
    self.failure = failure
    self.totalRetries = totalRetries
    self.consecutiveRetries = consecutiveRetries
  }
}
