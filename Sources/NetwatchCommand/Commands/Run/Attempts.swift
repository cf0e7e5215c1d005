internal import NetwatchCore
internal import NetwatchLinux
internal import NetwatchSystem

/// The attempts at a command: one after the other, until one succeeds or there is to be no further one.
struct Attempts: Sendable {
  private let program: Program
  private let options: RetryOptions
  private let chain: RetryChain
  let manager: LinuxConnectivityManager
  private let supervisor: Supervisor
  let clock: BootClock
  let reporter: RunReporter

  init(
    of program: Program,
    _ options: RetryOptions,
    manager: LinuxConnectivityManager,
    supervisor: Supervisor,
    clock: BootClock,
    reporter: RunReporter
  ) throws(RetryChainError) {
    self.program = program
    self.options = options
    self.manager = manager
    self.supervisor = supervisor
    self.clock = clock
    self.reporter = reporter
    chain = try RetryChain([
      .retryWithBackoff(
        maxAttempts: options.maxAttempts,
        transientBaseDelay: options.baseDelay,
        maxDelay: options.maxDelay
      ),
      .retryWhenConnected(manager),
    ])
  }

  /// Makes the attempts.
  ///
  /// - Returns: The status of the last one, or what stands for the reason why there is no further one.
  func run() async throws -> ExitStatus {
    do {
      return try await untilInterrupted()
    } catch let error as ProgramError {
      return giveUp(.cannotRun(error), error.status)
    } catch {
      // Whatever was waited for, the reason to wait no longer is the one to be told of.
      guard let interruption = supervisor.interruption else { throw error }
      return try giveUp(interruption, after: nil)
    }
  }

  private func untilInterrupted() async throws -> ExitStatus {
    try await withThrowingTaskGroup(of: ExitStatus?.self) { group in
      group.addTask { try await untilFinal() }
      group.addTask {
        try await supervisor.interrupted()
        return nil
      }
      // Cancelled, a wait ends at once, and a command that runs is still waited for.
      defer { group.cancelAll() }
      while let next = try await group.next() {
        if let status = next { return status }
        group.cancelAll()
      }
      throw CancellationError()
    }
  }

  private func untilFinal() async throws -> ExitStatus {
    var history = RetryHistory()
    var number = 1
    if options.waitsFirst, try await !manager.settledAvailability() {
      try await waitUntilConnected(after: nil)
    }
    while true {
      let attempt = try await attempt(number)
      if let status = try await status(after: attempt, &history) { return status }
      number += 1
    }
  }

  private func attempt(_ number: Int) async throws -> FinishedAttempt {
    let start = clock.now
    var process: Int32 = 0
    let end = try await supervisor.run(program) { pid in
      process = pid
      reporter.report(.attemptStarted(number, pid: pid))
    }
    let duration = start.duration(to: clock.now)
    let attempt = FinishedAttempt(number: number, pid: process, end: end, duration: duration)
    reporter.report(.attemptEnded(attempt))
    chain.completed(RetryAttempt(number: number, failure: attempt.failure))
    return attempt
  }

  /// The status to end with after an attempt, or `nil` when the time for the next one has come.
  private func status(
    after attempt: FinishedAttempt,
    _ history: inout RetryHistory
  ) async throws -> ExitStatus? {
    let status = attempt.end.status
    if let interruption = supervisor.interruption {
      return try giveUp(interruption, after: attempt)
    }
    guard let failure = attempt.failure else { return status }
    guard options.statuses.contains(status) else {
      return giveUp(.notRetried, after: attempt, status)
    }
    let verdict = try await chain.decide(failure, history: history)
    guard let proposal = verdict.proposal else { return giveUp(.attempts, after: attempt, status) }
    history.retried(proposedBy: proposal.proposer)
    try await wait(as: proposal.decision, after: attempt)
    return nil
  }
}

// MARK: - Giving up

extension Attempts {
  private func giveUp(
    _ interruption: Interruption,
    after attempt: FinishedAttempt?
  ) throws -> ExitStatus {
    let status = try interruption.status(after: attempt?.end)
    switch interruption {
    case .deadline: return giveUp(.deadline, after: attempt, status)
    case .signal(let number): return giveUp(.signal(number), after: attempt, status)
    case .failure: return status
    }
  }

  private func giveUp(
    _ reason: GiveUpReason,
    after attempt: FinishedAttempt? = nil,
    _ status: ExitStatus
  ) -> ExitStatus {
    reporter.report(.gaveUp(reason, after: attempt, status: status))
    return status
  }
}

extension FinishedAttempt {
  /// The attempt as a failure that may pass, or `nil` where it succeeded.
  fileprivate var failure: RetryFailure? {
    end == .exited(0) ? nil : RetryFailure(CommandFailure(attempt: self))
  }
}
