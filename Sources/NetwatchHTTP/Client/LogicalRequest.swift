import NetwatchCore
import NetwatchSystem

/// A request as its caller sees it: one answer or one error, after as many attempts as the chain
/// proposes.
///
/// An object, and its decisions are made in functions that do not suspend: thousands of requests may
/// wait for connectivity at once, and what a waiting task keeps is the frames of its async functions.
final class LogicalRequest {
  /// The request, adapted and complete.
  let request: NetworkRequest
  let core: ClientCore
  private let chain: RetryChain
  private let beginning: BootInstant

  private var history = RetryHistory()
  private var log = AttemptLog()
  private var number = 0
  private var payment: RetryBudget.Permit?
  private var permit: ReleasePermit?

  init(_ request: NetworkRequest, core: ClientCore, chain: RetryChain) {
    self.core = core
    self.chain = chain
    self.request = request
    beginning = core.clocks.boot()
  }

  /// How many attempts there were.
  var attempts: Int { number }

  /// The time left until the deadline; nil where there is none.
  private var remaining: Duration? {
    request.deadline.map { $0 - beginning.duration(to: core.clocks.boot()) }
  }

  /// Makes attempts until one succeeds or nobody proposes another.
  ///
  /// - Parameter attempt: Makes one attempt, within a time where one is given.
  /// - Returns: What the successful attempt brought.
  /// - Throws: ``NetworkError`` with the history of all attempts, `CancellationError`, or what an
  ///   interceptor threw.
  func run(
    _ attempt: (Duration?) async -> Result<Answer, AttemptFailure>
  ) async throws -> Answer {
    while true {
      number += 1
      switch await attempt(remaining) {
      case .success(let answer):
        succeeded()
        return answer
      case .failure(let failure):
        try await recover(from: failure)
      }
    }
  }

  /// Takes note that an attempt brought the work forward although it failed: what is left is tried as
  /// if nothing had failed yet, apart from the limit of all retries.
  func advanced() {
    history = RetryHistory(totalRetries: history.totalRetries, lastProposer: nil, runLength: 0)
  }

  /// Returns when there is to be another attempt.
  @inline(never)
  private func recover(from failure: AttemptFailure) async throws {
    switch try await decide(after: failure) {
    case .time(let delay): try await core.clocks.sleep(delay)
    case .connectivity(let manager): try await release(by: manager, after: failure)
    }
  }

  /// What is waited for, as the chain says where repeating is safe.
  @inline(never)
  private func decide(after failure: AttemptFailure) async throws -> Wait {
    // What interceptors do may go deep, and the request may wait for long afterwards.
    try conclude(failure, try await inChildTask(try question(after: failure)).verdict)
  }

  /// What has to be asked about a failure.
  @inline(never)
  private func question(
    after failure: AttemptFailure
  ) throws -> @Sendable () async throws -> Judgement {
    let told = try failed(failure)
    if let refusal = failure.refusal(toRepeat: request) {
      throw final(failure, .final(refusal))
    }
    return { [chain, history] in
      Judgement(verdict: try await chain.decide(told, history: history))
    }
  }

  /// Waits for connectivity, and for the release policy's word to go.
  @inline(never)
  private func release(
    by manager: any ConnectivityManagerProtocol,
    after failure: AttemptFailure
  ) async throws {
    let wish = wish(by: manager)
    do {
      guard let limit = remaining else { return permitted(try await core.release.pass(wish)) }
      try take(try await core.pass(wish, within: limit), failure)
    } catch {
      throw ended(by: error, failure)
    }
  }

  @inline(never)
  private func wish(by manager: any ConnectivityManagerProtocol) -> ReleaseWish {
    ReleaseWish(to: request.destination, by: manager, isUrgent: request.isUrgent)
  }

  @inline(never)
  private func take(_ pass: ReleasePass?, _ failure: AttemptFailure) throws {
    guard let pass else {
      throw final(failure, .final("the deadline came while it waited for connectivity"))
    }
    permitted(pass)
  }

  private func permitted(_ pass: ReleasePass) {
    if case .permit(let permit) = pass { self.permit = permit }
  }

  @inline(never)
  private func ended(by error: any Error, _ failure: AttemptFailure) -> any Error {
    error is ConnectivityError ? final(failure, .final("\(error)")) : error
  }
}

// MARK: - Decisions

extension LogicalRequest {
  /// What is waited for before the next attempt.
  private enum Wait {
    case time(Duration)
    case connectivity(any ConnectivityManagerProtocol)
  }

  /// An object, so that the waiting task holds a pointer.
  private final class Judgement: Sendable {
    let verdict: RetryVerdict

    init(verdict: RetryVerdict) {
      self.verdict = verdict
    }
  }

  private func succeeded() {
    giveBack(.success)
    chain.completed(RetryAttempt(number: number, failure: nil))
    core.configuration.budget?.succeeded(after: payment)
  }

  /// Takes note of a failure, which must not be a cancellation.
  @inline(never)
  private func failed(_ failure: AttemptFailure) throws -> RetryFailure {
    giveBack(ReleaseOutcome(of: failure.type, retryAfter: failure.error.retryAfter))
    if failure.type == .cancelled { throw CancellationError() }
    try Task.checkCancellation()
    let told = failure.told(of: request)
    chain.completed(RetryAttempt(number: number, failure: told))
    return told
  }

  private func giveBack(_ outcome: ReleaseOutcome) {
    guard let permit else { return }
    core.release.gate.ended(permit, outcome)
    self.permit = nil
  }

  /// Turns the verdict into something to wait for, or into the error that ends the request.
  @inline(never)
  private func conclude(
    _ failure: AttemptFailure,
    _ verdict: RetryVerdict
  ) throws -> Wait {
    guard let proposal = verdict.proposal else { throw final(failure, verdict) }
    let wait = try wait(proposal, after: failure)
    // Last, so that nothing is paid for a retry that is not made.
    if let budget = core.configuration.budget {
      payment = budget.admit(failure.told(of: request))
      if payment == nil { throw final(failure, .final("the retry budget is used up")) }
    }
    log.append(record(failure, verdict))
    history.retried(proposedBy: proposal.proposer)
    return wait
  }

  private func wait(_ proposal: RetryProposal, after failure: AttemptFailure) throws -> Wait {
    switch proposal.decision.action {
    case .retryAfter(let delay):
      if let remaining, delay >= remaining {
        throw final(failure, .final("the deadline comes before the next attempt"))
      }
      return .time(delay)
    case .retryWhen(.connectivity(let manager)): return .connectivity(manager)
    case .retryWhen(.destination), .noOpinion:
      throw final(failure, .final("only a job can wait for its destination"))
    }
  }

  private func record(_ failure: AttemptFailure, _ verdict: RetryVerdict) -> AttemptRecord {
    AttemptRecord(
      number: number,
      failure: RetryFailure(failure.error),
      text: failure.error.message,
      verdict: verdict
    )
  }

  /// The error that ends the request.
  @inline(never)
  private func final(_ failure: AttemptFailure, _ verdict: RetryVerdict) -> NetworkError {
    log.append(record(failure, verdict))
    return failure.error.with(attempts: log)
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
