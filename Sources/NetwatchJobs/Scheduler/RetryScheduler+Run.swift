import NetwatchCore
import NetwatchSystem

extension RetryScheduler {
  /// Runs jobs until it is cancelled, or told to shut down.
  ///
  /// Cancelling the task stops at once: handlers are cancelled, and the attempts of those that end
  /// within 30 ms are given back. After ``beginShutdown(grace:)`` it returns when the last job has
  /// ended. A scheduler runs once.
  ///
  /// A store that fails for a while is asked again, after 250 ms up to 30 s; what jobs have to report
  /// is kept meanwhile.
  ///
  /// - Throws: `CancellationError`; `SchedulerError` where it has been run before; `JobStoreError`
  ///   where the store can't work any more: damaged, of a newer version, or closed;
  ///   `ConnectivityError` where the manager ends.
  public func run() async throws {
    guard state.withLock({ $0.began() }) else {
      throw SchedulerError(.alreadyRun, "this scheduler has been run already; make another one")
    }
    let observation = store.observe { [weak self] in self?.changed($0) }
    defer {
      withExtendedLifetime(observation) {}
      finish()
    }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask { try await self.watchConnectivity() }
      if settings.prunes { group.addTask { try await self.prune() } }
      group.addTask { try await self.work() }
      // The others end only by an error, or because this has ended.
      while let isWork = try await group.next(), !isWork {}
      group.cancelAll()
    }
  }

  /// Ends the scheduler in good order: nothing begins any more, and what runs may end.
  ///
  /// Returns at once; ``run()`` returns when the last job has ended, also where it is called only later.
  /// Where this is called twice, the earlier end of the grace counts.
  ///
  /// - Parameter grace: After that, what still runs is cancelled and its attempt given back.
  public func beginShutdown(grace: Duration) {
    let now = clocks.boot()
    let end = now.advanced(by: max(grace, .zero))
    update { $0.closed(until: end) }
    arm(end)
    dismissCallers()
  }

  private func finish() {
    for task in state.withLock({ $0.ended() }) { task.cancel() }
    timer.end()
    dismissCallers()
    transitions.end()
  }
}

// MARK: - What happens

extension RetryScheduler {
  /// Changes the state, and lets the loop look at it.
  @discardableResult
  func update<Result: Sendable>(_ change: (inout SchedulerState) -> Result) -> Result {
    let (result, loop) = state.withLock { state in
      let result = change(&state)
      return (result, state.wake())
    }
    loop?.resume()
    return result
  }

  /// The timer went off.
  ///
  /// What time brings to runs is done here and not in the loop, which may wait for its store.
  private func timerFired() {
    let now = clocks.boot()
    let (tasks, next, overdue) = update { state in
      (
        state.timePassed(at: now), state.earliest(nil, after: now), state.overdueLoop(at: now)
      )
    }
    for task in tasks { task.cancel() }
    overdue?.cancel()
    if let next { arm(next) }
  }

  func arm(_ moment: BootInstant) {
    timer.arm(moment) { [weak self] in self?.timerFired() }
  }

  private func changed(_ change: StoreChange) {
    let now = clocks.boot()
    switch change {
    case .ready(let lane): changed { $0.plan.ready(lane) }
    case .due(let delay): changed { $0.plan.due(at: now.advanced(by: max(delay, .zero))) }
    case .elsewhere: changed { $0.plan.changedElsewhere(at: now) }
    case .revoked(let id): changed { $0.doubted(id) }
    }
  }

  /// Wakes the loop only where there is something new in it: jobs are submitted more often than the
  /// loop can go round.
  func changed(_ change: (inout SchedulerState) -> Bool) {
    let loop = state.withLock { state in change(&state) ? state.wake() : nil }
    loop?.resume()
  }

  private func watchConnectivity() async throws -> Bool {
    for await isAvailable in connectivity.connectionAssumedAvailable {
      let now = clocks.boot()
      update { $0.plan.availabilityChanged(isAvailable, at: now, draw: random.next) }
    }
    try Task.checkCancellation()
    throw ConnectivityError(.ended, "the connectivity monitor ended while jobs depended on it")
  }

  /// Removes finished jobs once a minute.
  private func prune() async throws -> Bool {
    while true {
      try await removeOld()
      try await clocks.sleep(.seconds(60))
    }
  }

  /// Removes finished jobs that need not be kept any longer, and 5 s later again where there were some:
  /// they may come faster than a disk has room for a minute of them.
  ///
  /// - Throws: `CancellationError`; what the store can't do is logged.
  package func removeOld() async throws {
    while try await removeOnce() { try await clocks.sleep(.seconds(5)) }
  }

  private func removeOnce() async throws -> Bool {
    var hasRemoved = false
    do {
      while try await store.prune(settings.retention) > 0 { hasRemoved = true }
    } catch let error as JobStoreError {
      log(.warning, "finished jobs could not be removed: \(error)")
    }
    return hasRemoved
  }

  func log(_ level: LogLevel, _ message: String) {
    settings.log?(level, message, ["worker": worker])
  }
}
