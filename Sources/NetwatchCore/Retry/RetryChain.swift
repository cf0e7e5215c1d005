/// A list of interceptors that together decide whether and when to try again.
///
/// The chain keeps no state and can be shared: what happened before is in the ``RetryHistory`` that
/// the owner of the work keeps.
public struct RetryChain: Sendable {
  /// The interceptors, in the order in which they are told of attempts.
  public let interceptors: [RetryInterceptor]

  /// The most retries of a piece of work, whoever proposes them; nil for no limit.
  public let maxRetryCount: Int?

  /// Creates a chain.
  ///
  /// - Parameters:
  ///   - interceptors: The interceptors; the last one is asked first.
  ///   - maxRetryCount: The most retries of a piece of work; nil for no limit.
  /// - Throws: ``RetryChainError`` where two interceptors have one id, or the limit is negative.
  public init(
    _ interceptors: [RetryInterceptor],
    maxRetryCount: Int? = nil
  ) throws(RetryChainError) {
    if let maxRetryCount, maxRetryCount < 0 {
      throw .init(.negativeLimit, "maxRetryCount is \(maxRetryCount); expected 0 or more")
    }
    var ids: Set<String> = []
    for interceptor in interceptors where !ids.insert(interceptor.id).inserted {
      throw .init(
        .repeatedID,
        "two interceptors have the id \"\(interceptor.id)\"; expected each to have its own"
      )
    }
    self.interceptors = interceptors
    self.maxRetryCount = maxRetryCount
  }

  /// The chain without interceptors, which proposes nothing.
  package init() {
    interceptors = []
    maxRetryCount = nil
  }

  /// Tells all interceptors, in the order of the list, how an attempt ended.
  public func completed(_ attempt: RetryAttempt) {
    for interceptor in interceptors { interceptor.didComplete(attempt) }
  }

  /// Asks the interceptors about a failure, the last one first, until one proposes a retry.
  ///
  /// Nobody is asked once `maxRetryCount` is reached. The caller counts the retry in its history when
  /// it follows the proposal.
  ///
  /// - Parameters:
  ///   - failure: How the attempt failed.
  ///   - history: The retries so far.
  /// - Returns: The first proposal, or that the failure is final.
  /// - Throws: `CancellationError` when the task is cancelled, and for a failure of the type
  ///   `cancelled`, about which nobody is asked; what an interceptor throws.
  public func decide(
    _ failure: RetryFailure,
    history: RetryHistory
  ) async throws -> RetryVerdict {
    guard failure.type != .cancelled else { throw CancellationError() }
    try Task.checkCancellation()
    if let maxRetryCount, history.totalRetries >= maxRetryCount {
      return .final("limit of \(maxRetryCount) retries reached")
    }
    var answers: [RetryAnswer] = []
    for interceptor in interceptors.reversed() {
      let decision = try await interceptor.decide(.init(failure, history, for: interceptor.id))
      try Task.checkCancellation()
      answers.append(RetryAnswer(id: interceptor.id, decision: decision))
      if case .noOpinion = decision.action { continue }
      return RetryVerdict(proposedLastBy: answers)
    }
    return RetryVerdict(final: Self.reason(failure, answers), answers: answers)
  }

  /// Why nobody proposes a retry.
  private static func reason(_ failure: RetryFailure, _ answers: [RetryAnswer]) -> String {
    guard failure.isRetryable else { return failure.finalityText }
    guard !answers.isEmpty else { return "no interceptor to propose a retry" }
    return answers.map(\.description).joined(separator: "; ")
  }
}

extension RetryQuestion {
  fileprivate init(_ failure: RetryFailure, _ history: RetryHistory, for id: String) {
    self.init(
      failure: failure,
      totalRetries: history.totalRetries,
      consecutiveRetries: history.consecutiveRetries(of: id)
    )
  }
}
