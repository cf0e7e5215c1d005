import NetwatchClocks
import NetwatchCore

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
      group.addTask { try await self.prune() }
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

  private func arm(_ moment: BootInstant) {
    timer.arm(moment) { [weak self] in self?.timerFired() }
  }

  private func changed(_ change: StoreChange) {
    let now = clocks.boot()
    switch change {
    case .ready(let lane): changed { $0.plan.ready(lane) }
    case .due(let delay): changed { $0.plan.due(at: now.advanced(by: max(delay, .zero))) }
    case .elsewhere: changed { $0.plan.due(at: now) }
    case .revoked(let id): changed { $0.doubted(id) }
    }
  }

  /// Wakes the loop only where there is something new in it: jobs are submitted more often than the
  /// loop can go round.
  private func changed(_ change: (inout SchedulerState) -> Bool) {
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

  private func prune() async throws -> Bool {
    while true {
      do {
        while try await store.prune(settings.retention) > 0 {}
      } catch let error as JobStoreError {
        log(.warning, "finished jobs could not be removed: \(error)")
      }
      try await clocks.sleep(.seconds(60))
    }
  }

  func log(_ level: LogLevel, _ message: String) {
    settings.log?(level, message, ["worker": worker])
  }
}

// MARK: - The loop

extension RetryScheduler {
  /// Goes round until there is nothing more to do.
  ///
  /// It is not cancelled, but told to end: a transaction under way must not be left without knowing
  /// what became of it. Only one that takes too long then is.
  private func work() async throws -> Bool {
    let isAvailable = connectivity.isConnectionAssumedAvailable
    let now = clocks.boot()
    update { $0.plan.availabilityChanged(isAvailable, at: now, draw: random.next) }
    // A final write is shielded; the task is awaited, and its end told by the handler below.
    let loop = Task { try await OuterChain.$decides.withValue(true) { try await goRound() } }
    state.withLock { $0.loopTask = loop }
    try await withTaskCancellationHandler {
      try await loop.value
    } onCancel: {
      stop()
    }
    try Task.checkCancellation()
    return true
  }

  private func stop() {
    let now = clocks.boot()
    let (tasks, end) = update { ($0.stopped(at: now), $0.earliest(nil, after: now)) }
    for task in tasks { task.cancel() }
    if let end { arm(end) }
  }

  private func goRound() async throws {
    while true {
      let now = clocks.boot()
      lookAround(at: now)
      switch state.withLock({ $0.nextStep(at: now, worker: worker) }) {
      case .look: try await look()
      case .turn(let turn): try await make(turn)
      case .wait(let moment): await wait(until: moment)
      case .end: return
      }
    }
  }

  /// Does what time and connectivity have brought.
  private func lookAround(at now: BootInstant) {
    let (tasks, routes, wantsCanary) = state.withLock { state in
      state.roundBegan()
      return (
        state.timePassed(at: now), state.plan.routesWanted(at: now), state.plan.wantsCanary(at: now)
      )
    }
    for task in tasks { task.cancel() }
    let isCanary = wantsCanary ? connectivity.claimCanary() : false
    let found = Dictionary(uniqueKeysWithValues: routes.map { ($0, connectivity.hasRoute(to: $0)) })
    let admitted = state.withLock { state in
      if wantsCanary { state.plan.canaryAnswered(isCanary, at: now) }
      state.plan.routesFound(found)
      return state.plan.admitCallers(at: now)
    }
    for (id, stamp) in admitted { admit(id, stamp) }
  }

  private func look() async throws {
    let beginning = state.withLock { $0.plan.lookBegan() }
    do {
      let view = try await store.look(StoreLook(vanishLimit: settings.vanishLimit))
      let now = clocks.boot()
      state.withLock { $0.plan.looked(view, since: beginning, at: now) }
      transitions.tell(view.transitions)
    } catch {
      try failed(error, nil)
    }
  }

  private func make(_ turn: SchedulerState.Turn) async throws {
    do {
      let result = try await store.turn(turn.store)
      let now = clocks.boot()
      let (begun, cancelled) = state.withLock { $0.answered(turn, result, at: now) }
      for task in cancelled { task.cancel() }
      for job in begun {
        begin(job)
        if let deadline = job.deadline { arm(now.advanced(by: deadline)) }
      }
      tell(turn, result)
    } catch {
      try failed(error, turn)
    }
  }

  private func failed(_ error: any Error, _ turn: SchedulerState.Turn?) throws {
    let (now, draw) = (clocks.boot(), random.next())
    let count = state.withLock { $0.failed(turn, at: now, draw: draw) }
    if let error = error as? JobStoreError, [.damaged, .newerVersion, .closed].contains(error.code)
    {
      throw error
    }
    // A line at the beginning, and then ever fewer.
    if count & (count - 1) == 0 {
      log(.warning, "the store failed \(count) times in a row, and is asked again: \(error)")
    }
  }

  private func wait(until moment: BootInstant?) async {
    if let moment { arm(moment) }
    await withCheckedContinuation { continuation in
      if !state.withLock({ $0.park(continuation) }) { continuation.resume() }
    }
  }

  private func tell(_ turn: SchedulerState.Turn, _ result: StoreTurnResult) {
    for run in result.lost {
      log(.notice, "job \(run.id) is not this worker's any more (token \(run.token))")
    }
    guard transitions.isObserved else { return }
    let lost = Set(result.lost)
    transitions.tell(
      zip(turn.store.reports, turn.kinds).filter { !lost.contains($0.0.run) }.map { report, kind in
        JobTransition(report, kind: kind)
      }
        + result.claimed.map { job in
          JobTransition(id: job.run.id, kind: job.lane.kind, from: .ready, to: .running)
        }
    )
  }
}
