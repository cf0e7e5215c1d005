import NetwatchCore
import NetwatchSystem

extension RetryScheduler {
  /// Goes round until there is nothing more to do.
  ///
  /// It is not cancelled, but told to end: a transaction under way must not be left without knowing
  /// what became of it. Only one that takes too long then is.
  func work() async throws -> Bool {
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
      // Before a handler does anything that somebody could see.
      tell(turn, result)
      for job in begun {
        begin(job)
        if let deadline = job.deadline { arm(now.advanced(by: deadline)) }
      }
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
    transitions.tell(turn.endings(without: result.lost) + result.claimed.map(JobTransition.init))
  }
}
