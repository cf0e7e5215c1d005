import NetwatchCore

/// A request as its caller sees it: one answer or one error, after as many attempts as the chain
/// proposes.
struct LogicalRequest {
  private let core: ClientCore
  private let chain: RetryChain
  private let request: NetworkRequest
  private let beginning: BootInstant

  private var history = RetryHistory()
  private var log = AttemptLog()
  private var number = 0
  private var payment: RetryBudget.Permit?

  init(_ request: NetworkRequest, core: ClientCore, chain: RetryChain) {
    self.core = core
    self.chain = chain
    self.request = request
    beginning = core.clocks.boot()
  }

  /// Makes attempts until one succeeds or nobody proposes another.
  ///
  /// - Parameter attempt: Makes one attempt, within a time where one is given.
  /// - Returns: What the successful attempt brought, and how many it took.
  /// - Throws: ``NetworkError`` with the history of all attempts, `CancellationError`, or what an
  ///   interceptor threw.
  mutating func run<Success>(
    _ attempt: (Duration?) async -> Result<Success, AttemptFailure>
  ) async throws -> (success: Success, attempts: Int) {
    var permit: ReleasePermit?
    while true {
      number += 1
      let outcome = await attempt(remaining)
      if let permit { core.gate.ended(permit, outcome.forRelease) }
      switch outcome {
      case .success(let success):
        chain.completed(RetryAttempt(number: number, failure: nil))
        core.configuration.budget?.succeeded(after: payment)
        return (success, number)
      case .failure(let failure):
        permit = try await next(after: failure)
      }
    }
  }

  /// The time left until the deadline; nil where there is none.
  private var remaining: Duration? {
    request.deadline.map { $0 - beginning.duration(to: core.clocks.boot()) }
  }

  /// Decides about a failure, and waits for what was decided.
  ///
  /// - Returns: The permit to send again, where the release policy gave one.
  private mutating func next(after failure: AttemptFailure) async throws -> ReleasePermit? {
    if failure.type == .cancelled { throw CancellationError() }
    try Task.checkCancellation()
    let told = failure.told(of: request)
    chain.completed(RetryAttempt(number: number, failure: told))
    let verdict = try await verdict(on: failure, told)
    guard let proposal = verdict.proposal else { throw final(failure, verdict) }
    log.append(record(failure, verdict))
    history.retried(proposedBy: proposal.proposer)
    return try await wait(for: proposal, after: failure)
  }

  /// What the chain says, where repeating is safe and the budget has something left.
  private mutating func verdict(
    on failure: AttemptFailure,
    _ told: RetryFailure
  ) async throws -> RetryVerdict {
    if let refusal = failure.refusal(toRepeat: request) { return .final(refusal) }
    let verdict = try await chain.decide(told, history: history)
    guard verdict.proposal != nil, let budget = core.configuration.budget else { return verdict }
    payment = budget.admit(told)
    return payment == nil ? .final("the retry budget is used up") : verdict
  }

  private func record(_ failure: AttemptFailure, _ verdict: RetryVerdict) -> AttemptRecord {
    AttemptRecord(
      number: number,
      failure: failure.told(of: request),
      text: failure.error.message,
      verdict: verdict
    )
  }

  /// The error that ends the request.
  private mutating func final(_ failure: AttemptFailure, _ verdict: RetryVerdict) -> NetworkError {
    log.append(record(failure, verdict))
    return failure.error.with(attempts: log)
  }
}

// MARK: - Waiting

extension LogicalRequest {
  private static let lateness = "the deadline comes before the next attempt"

  private mutating func wait(
    for proposal: RetryProposal,
    after failure: AttemptFailure
  ) async throws -> ReleasePermit? {
    switch proposal.decision.action {
    case .retryAfter(let delay):
      if let remaining, delay >= remaining { throw final(failure, .final(Self.lateness)) }
      try await core.clocks.sleep(delay)
      return nil
    case .retryWhen(.connectivity(let manager)):
      return try await release(by: manager, after: failure)
    case .retryWhen(.destination), .noOpinion:
      throw final(failure, .final("only a job can wait for its destination"))
    }
  }

  /// Waits for connectivity, and for the release policy's word to go.
  private mutating func release(
    by manager: any ConnectivityManagerProtocol,
    after failure: AttemptFailure
  ) async throws -> ReleasePermit {
    do {
      guard let remaining else { return try await core.release(of: request, by: manager) }
      if let permit = try await core.release(of: request, by: manager, within: remaining) {
        return permit
      }
    } catch let error as ConnectivityError {
      throw final(failure, .final("\(error)"))
    }
    throw final(failure, .final("the deadline came while it waited for connectivity"))
  }
}

extension Result where Failure == AttemptFailure {
  /// What the attempt tells of its destination.
  fileprivate var forRelease: ReleaseOutcome {
    switch self {
    case .success: .success
    case .failure(let failure):
      ReleaseOutcome(of: failure.type, retryAfter: failure.error.retryAfter)
    }
  }
}

extension NetworkError {
  /// The same error, with the history of its request.
  fileprivate func with(attempts log: AttemptLog) -> NetworkError {
    NetworkError(
      networkErrorType,
      message,
      method: method,
      url: url,
      response: response,
      retryAfter: retryAfter,
      remoteAddress: remoteAddress,
      attempts: log,
      nothingReachedServer: nothingReachedServer,
      underlying: underlying
    )
  }
}
