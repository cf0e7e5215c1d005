import NetwatchCore
import NetwatchSystem

/// Closures that wait for their turn at a destination.
struct WaitingCallers {
  typealias Signal = Result<ReleaseStamp, any Error>

  private var nextID: UInt64 = 0
  private var continuations: [UInt64: CheckedContinuation<Signal, Never>] = [:]

  mutating func makeID() -> UInt64 {
    nextID += 1
    return nextID
  }

  mutating func park(_ id: UInt64, _ continuation: CheckedContinuation<Signal, Never>) {
    continuations[id] = continuation
  }

  mutating func take(_ id: UInt64) -> CheckedContinuation<Signal, Never>? {
    continuations.removeValue(forKey: id)
  }
}

extension RetryScheduler {
  /// Does for a closure what it does for jobs, in memory: lets it wait for connectivity and for its
  /// turn at the destination, and tries again what fails as the chain says.
  ///
  /// Nothing of it is stored: it ends with the process. The scheduler has to be running, or to be run
  /// soon. `uniqueKey` has no meaning here. Inside a job, or another such closure, the work is done at
  /// once, and once: what is around it has had its turn and decides about retries, and would wait for
  /// itself otherwise.
  ///
  /// - Parameters:
  ///   - options: What is asked for.
  ///   - work: The closure; it is given the number of the attempt, the first being 1. At the deadline
  ///     its task is cancelled.
  /// - Returns: What the closure returns.
  /// - Throws: The closure's own error, when nobody proposes to try again; `SchedulerError` where the
  ///   deadline passes before, or the scheduler ends; `CancellationError`.
  public func perform<Value: Sendable>(
    _ options: JobOptions = JobOptions(),
    work: @escaping @Sendable (_ attempt: Int) async throws -> Value
  ) async throws -> Value {
    guard let deadline = options.deadline else { return try await attempts(options, work) }
    return try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await self.attempts(options, work) }
      group.addTask {
        try await self.clocks.sleep(deadline)
        throw SchedulerError(.deadlinePassed, "the deadline passed before the work had succeeded")
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }

  private func attempts<Value>(
    _ options: JobOptions,
    _ work: (_ attempt: Int) async throws -> Value
  ) async throws -> Value {
    if let delay = options.notBefore { try await pause(delay) }
    if OuterChain.decides { return try await work(1) }
    var (history, number) = (JobHistory(), 1)
    var permit: RetryBudget.Permit?
    while true {
      let stamp = try await turn(options)
      do {
        let value = try await OuterChain.$decides.withValue(true) { try await work(number) }
        left(options, stamp, .success)
        budget?.succeeded(after: permit)
        return value
      } catch {
        let delay = try await recover(from: error, options, stamp, number, &history, &permit)
        if delay.isCounted { number += 1 }
        try await pause(delay.time)
      }
    }
  }

  /// Waits so long; throws where the scheduler ends meanwhile.
  private func pause(_ time: Duration) async throws {
    guard time > .zero else { return try Task.checkCancellation() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await self.clocks.sleep(time) }
      group.addTask {
        for await isClosing in self.closing.values where isClosing { break }
        try Task.checkCancellation()
        throw Self.hasEnded
      }
      try await group.next()
    }
  }

  private static let hasEnded = SchedulerError(
    .ended,
    "the scheduler has ended, or is about to"
  )

  private func recover(
    from error: any Error,
    _ options: JobOptions,
    _ stamp: ReleaseStamp,
    _ number: Int,
    _ history: inout JobHistory,
    _ permit: inout RetryBudget.Permit?
  ) async throws -> (time: Duration, isCounted: Bool) {
    let failure = RetryFailure(error, needsConnectivity: options.requirement == .internet)
    left(options, stamp, ReleaseOutcome(of: failure.type, retryAfter: failure.retryAfter))
    if failure.type == .cancelled { throw CancellationError() }
    chain.completed(RetryAttempt(number: number, failure: failure))
    if error is PermanentJobFailure { throw error }
    let verdict = try await OuterChain.$decides.withValue(true) {
      try await chain.decide(failure, history: history.retries)
    }
    let rules = JobRules(history: history, number: number, time: clocks.wall().milliseconds)
    let payment = pay(for: verdict, failure)
    permit = payment.permit
    let ruling = rules.ruling(
      on: failure,
      verdict,
      isAffordable: payment.isAffordable,
      draw: random.next()
    )
    history = ruling.history
    guard case .again(let delay, let isCounted) = ruling.outcome else { throw error }
    if ruling.isForConnectivity { update { [now = clocks.boot()] in $0.plan.lossMet(at: now) } }
    return (delay, isCounted)
  }

  private func left(_ options: JobOptions, _ stamp: ReleaseStamp, _ outcome: ReleaseOutcome) {
    let now = clocks.boot()
    update { $0.plan.ended(options.destination, stamp, outcome, at: now, draw: random.next) }
  }

  /// Waits until a closure may go to its destination.
  private func turn(_ options: JobOptions) async throws -> ReleaseStamp {
    let id = callers.withLock { $0.makeID() }
    let caller = PlannedCaller(
      id: id,
      requirement: options.requirement,
      isUrgent: options.priority == .high
    )
    let signal = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        callers.withLock { $0.park(id, continuation) }
        let refusal: (any Error)? = update { state in
          // Looked at under the lock: a cancellation or an end from here on finds the caller.
          if Task.isCancelled { return CancellationError() }
          guard state.takesCallers else {
            return Self.hasEnded
          }
          state.plan.callerCame(caller, to: options.destination)
          return nil
        }
        if let refusal { dismiss(id, refusal) }
      }
    } onCancel: {
      let wasWaiting = update { $0.plan.callerLeft(id, options.destination) }
      if wasWaiting { dismiss(id, CancellationError()) }
    }
    return try signal.get()
  }

  /// A caller's turn has come.
  func admit(_ id: UInt64, _ stamp: ReleaseStamp) {
    callers.withLock { $0.take(id) }?.resume(returning: .success(stamp))
  }

  private func dismiss(_ id: UInt64, _ error: any Error) {
    callers.withLock { $0.take(id) }?.resume(returning: .failure(error))
  }

  /// Nobody's turn will come any more.
  func dismissCallers() {
    closing.publish(true).wakeAll()
    for id in update({ $0.plan.dismissedCallers() }) { dismiss(id, Self.hasEnded) }
  }
}
