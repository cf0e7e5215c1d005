internal import NetwatchCore
internal import NetwatchSystem

extension Monitor {
  func carryOut(_ actions: ConnectivityActions) {
    switch actions.publication {
    case .none: break
    case .refresh(let state): board.refresh(state)
    case .publish(let state): publish(state)
    }
    if actions.givesUpRound || actions.roundToStart != nil { roundTask?.cancel() }
    if let round = actions.roundToStart { start(round) }
  }

  func publish(_ state: ConnectivityState) {
    // The line that somebody waits for comes before all bookkeeping.
    report(state)
    guard let observers = board.publish(state), !observers.isEmpty else { return }
    // Behind those who read all states in the loop's queue, which so are not delayed by ten thousand.
    loop.perform(onLoop { $0.wake(observers) })
  }

  func wake(_ observers: Wakening) {
    var observers = observers
    observers.wake(atMost: 256)
    guard !observers.isEmpty else { return }
    loop.perform(onLoop { [observers] in $0.wake(observers) })
  }

  func start(_ round: ProbeRound) {
    let families = round.generations.families
    let interface = interfaceName
    board.count { $0.probes += UInt64(prober.count(over: families)) }
    // Its end is awaited by `end()`; it is cancelled when the round is given up.
    roundTask = Task(executorPreference: loop) { [prober] in
      let reports = await prober.loggedRound(over: families, by: interface) { [weak self] report in
        self?.succeeded(report, of: round)
      }
      await self.finished(round, reports)
    }
  }

  /// What the only interface that counts is called at present: it may have been renamed.
  var interfaceName: String? {
    guard let given = configuration.interface else { return nil }
    return core.withLock { $0.settled.snapshot.primaryEgress?.interfaceName } ?? given
  }

  nonisolated func succeeded(_ report: ProbeReport, of round: ProbeRound) {
    guard report.provesPath else { return }
    loop.perform(onLoop { $0.carryOut($0.core.withLock { $0.probeSucceeded(report, of: round) }) })
  }

  func finished(_ round: ProbeRound, _ reports: [ProbeReport]) {
    carryOut(core.withLock { $0.roundFinished(round, reports) })
    if !Task.isCancelled { hearProbes(reports) }
  }

  /// Sees to it, when all work is done and the printed line is out, that the loop wakes in time.
  func prepareToWait() {
    let (deadline, isVerifying) = core.withLock { ($0.deadline, $0.isVerifying) }
    if !isVerifying { waiters.releaseAll() }
    arm(nextLook.earlier(deadline).earlier(throttle.deadline).earlier(waiters.deadline))
  }

  func arm(_ deadline: BootInstant) {
    guard deadline != armed else { return }
    armed = deadline
    let tolerance = deadline == nextLook ? Self.lookTolerance : .zero
    loop.setTimer(deadline, tolerance: tolerance, handler: onLoop { $0.timerFired() })
  }

  func log(_ level: LogLevel, _ message: String) {
    configuration.log?(level, message, [:])
  }
}

// MARK: - Deciders

extension Monitor {
  /// Returns when nothing is being verified, or after the time that a verification may take.
  func verificationEnded() async {
    guard isRunning, core.withLock({ $0.isVerifying }) else { return }
    nextWaiter += 1
    let id = nextWaiter
    let patience = configuration.verificationLimit
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiters.add(id, until: clocks.boot().advanced(by: patience), continuation)
      }
    } onCancel: {
      loop.perform(onLoop { $0.waiters.release(id) })
    }
  }
}

extension BootInstant {
  fileprivate func earlier(_ other: BootInstant?) -> BootInstant {
    other.map { min(self, $0) } ?? self
  }
}
