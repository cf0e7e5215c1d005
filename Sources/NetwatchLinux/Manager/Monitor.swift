internal import CLinux
internal import NetwatchCore
internal import NetwatchNetlink

/// The running monitor: it waits on the loop's thread, which is its executor, for the kernel's messages
/// and for time, and carries out what the machine decides. It decides nothing itself.
actor Monitor {
  /// The kernel is asked this often without a reason, which heals what nobody thought of.
  private static let lookInterval = Duration.seconds(30)
  private static let pollInterval = Duration.seconds(5)
  private static let lookTolerance = Duration.seconds(1)
  private static let retryDelay = Duration.seconds(1)

  /// What is told of each state on the loop's thread, before anybody else hears of it.
  typealias Report = (ConnectivityState) -> Void

  nonisolated let loop: EventLoop
  nonisolated let board: MonitorBoard
  nonisolated let evidence = EvidenceBox()
  nonisolated private let core: MonitorCoreBox
  private let configuration: LinuxConnectivityManager.Configuration
  private let namespace: NamespaceDescriptor?
  private let clocks: SystemClocks
  private let prober: Prober

  private var events: EventSocket?
  private var clockChange: ClockChangeTimer?
  private var throttle = EvaluationThrottle()
  private var suspension: SuspendDetector
  private var pending: ChangeCause?
  /// Whether traffic reported a failure to send that the next look confirms or not.
  private var needsConfirmation = false
  private var nextLook: BootInstant
  private var armed: BootInstant?
  private var roundTask: Task<Void, Never>?
  private var waiters = SettledWaiters()
  private var nextWaiter: UInt64 = 0
  private var report: Report = { _ in }
  private var failure: AsyncThrowingStream<Never, any Error>.Continuation?

  /// The loop's thread runs whatever is isolated to the monitor.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  init(
    configuration: LinuxConnectivityManager.Configuration,
    namespace: NamespaceDescriptor?,
    loop: EventLoop,
    board: MonitorBoard,
    core: MonitorCoreBox
  ) {
    self.configuration = configuration
    self.namespace = namespace
    clocks = loop.clocks
    self.loop = loop
    self.board = board
    self.core = core
    prober = Prober(configuration, in: namespace)
    suspension = SuspendDetector(clocks: clocks)
    nextLook = clocks.boot().advanced(by: Self.lookInterval)
  }

  /// Watches until the task is cancelled or the kernel refuses to tell more.
  func run(reporting report: sending @escaping Report) async throws {
    let (stream, failure) = AsyncThrowingStream.makeStream(
      of: Never.self,
      throwing: (any Error).self
    )
    self.failure = failure
    begin()
    self.report = report
    report(board.current)
    let result: Result<Void, any Error>
    do {
      for try await _ in stream {}
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await end()
    try result.get()
    try Task.checkCancellation()
  }
}

// MARK: - Beginning and end

extension Monitor {
  private func begin() {
    // Subscribe first, then ask: a change in between makes a message.
    openEvents()
    if let timer = ClockChangeTimer.make() {
      loop.watch(timer.rawValue, handler: onLoop { $0.clockChanged() })
      clockChange = consume timer
    }
    look(because: .poll)
    carryOut(core.withLock { $0.started() })
    loop.prepare(onLoop { $0.prepareToWait() })
  }

  private func openEvents() {
    guard core.withLock({ $0.isNetlink }) else { return reportPolling("netlink is refused here") }
    let addresses = configuration.lookupAddresses
    let filter = RouteFilter(
      lookupAddresses: addresses.isEmpty ? LookupAddresses.builtIn : addresses
    )
    do throws(NetlinkError) {
      let socket = try EventSocket.open(in: namespace, filter: filter)
      loop.watch(socket.fileDescriptor, handler: onLoop { $0.messagesArrived() })
      events = consume socket
    } catch {
      reportPolling(error.description)
    }
  }

  private func reportPolling(_ reason: String) {
    log(.warning, "changes are found by looking every 5 s: \(reason)")
  }

  private func end() async {
    closeEvents()
    if let descriptor = clockChange?.rawValue { loop.unwatch(descriptor) }
    clockChange = nil
    loop.prepare(nil)
    loop.setTimer(nil) {}
    roundTask?.cancel()
    await roundTask?.value
    waiters.releaseAll()
    failure = nil
    report = { _ in }
    board.finish()
  }

  private func closeEvents() {
    if let descriptor = events?.fileDescriptor { loop.unwatch(descriptor) }
    events = nil
  }

  /// A handler that enters the monitor without a hop, because the loop calls it on the right thread.
  nonisolated private func onLoop(
    _ body: @escaping @Sendable (isolated Monitor) -> Void
  ) -> @Sendable () -> Void {
    { [weak self] in self?.enter(body) }
  }

  /// Does what `assumeIsolated` does, with the same check at its end, but asks the loop itself: to be
  /// asked by the runtime, which first asks for the main thread and its queue, takes as long as to ask
  /// the kernel for a route, for code that has not run for a while.
  nonisolated private func enter(_ body: @escaping @Sendable (isolated Monitor) -> Void) {
    loop.checkIsolated()
    unsafe unsafeBitCast(body, to: (@Sendable (Monitor) -> Void).self)(self)
  }
}

// MARK: - Events

extension Monitor {
  private func messagesArrived() {
    guard let drained = events?.drain() else { return }
    board.count { counters in
      counters.messages += UInt64(drained.messages)
      counters.overruns += UInt64(drained.overruns)
    }
    if let code = drained.error { return eventsFailed(code) }
    if drained.overruns > 0 {
      log(.notice, "the kernel had more messages than the socket could hold; looking anew")
    }
    if !drained.deletedLinks.isEmpty { core.withLock { $0.linksDeleted(drained.deletedLinks) } }
    if let cause = ChangeCause(drained) { lookSoon(because: cause) }
  }

  private func eventsFailed(_ code: CInt) {
    log(.error, "the kernel's messages cannot be read any more (error \(code)); subscribing anew")
    closeEvents()
    openEvents()
    lookSoon(because: .poll)
  }

  private func clockChanged() {
    clockChange?.rearm()
    if suspension.hasResumed() { resume() }
  }

  private func timerFired() {
    armed = nil
    let now = clocks.boot()
    if suspension.hasResumed() { resume() }
    if throttle.timePassed(at: now) { look(because: pending ?? .poll) }
    if nextLook <= now { look(because: .poll) }
    waiters.releaseExpired(at: now)
    carryOut(core.withLock { $0.timePassed() })
  }

  private func resume() {
    log(.info, "the machine was suspended and has come back")
    attempt { (core) throws(NetlinkError) in try core.resumed() }
  }

  /// Somebody has put evidence into the box.
  nonisolated func evidenceArrived() {
    loop.perform(onLoop { $0.judgeEvidence() })
  }

  private func judgeEvidence() {
    for evidence in evidence.takeAll() {
      if evidence.outcome == .failed(.local) {
        needsConfirmation = true
        lookSoon(because: .traffic)
      } else {
        attempt { (core) throws(NetlinkError) in try core.reported(evidence) }
      }
    }
  }
}

// MARK: - Asking the kernel

extension Monitor {
  private func lookSoon(because cause: ChangeCause) {
    // What came first is the reason for what is found when at last the kernel may be asked.
    let cause = pending ?? cause
    if throttle.requested(at: clocks.boot()) { look(because: cause) } else { pending = cause }
  }

  private func look(because cause: ChangeCause) {
    let isConfirmation = needsConfirmation
    (pending, needsConfirmation) = (nil, false)
    if events == nil || nextLook <= clocks.boot() { scheduleLook() }
    attempt { (core) throws(NetlinkError) in
      try core.look(because: cause, isConfirmation: isConfirmation)
    }
  }

  private func scheduleLook() {
    let interval = events == nil ? Self.pollInterval : Self.lookInterval
    nextLook = clocks.boot().advanced(by: interval)
  }

  /// Asks, and where the kernel cannot be asked at the moment, asks again soon.
  private func attempt(
    _ body: (inout MonitorCore) throws(NetlinkError) -> ConnectivityActions
  ) {
    do throws(NetlinkError) {
      carryOut(try core.withLock(body))
    } catch {
      log(.error, "\(error); trying again in a second")
      if core.withLock({ $0.needsNewSocket }) { log(.warning, "asking anew, by another socket") }
      nextLook = clocks.boot().advanced(by: Self.retryDelay)
    }
  }
}

// MARK: - Carrying out

extension Monitor {
  private func carryOut(_ actions: ConnectivityActions) {
    switch actions.publication {
    case .none: break
    case .refresh(let state): board.refresh(state)
    case .publish(let state): publish(state)
    }
    if actions.givesUpRound || actions.roundToStart != nil { roundTask?.cancel() }
    if let round = actions.roundToStart { start(round) }
  }

  private func publish(_ state: ConnectivityState) {
    // The line that somebody waits for comes before all bookkeeping.
    report(state)
    guard let observers = board.publish(state), !observers.isEmpty else { return }
    // Behind those who read all states in the loop's queue, which so are not delayed by ten thousand.
    loop.perform(onLoop { $0.wake(observers) })
  }

  private func wake(_ observers: Wakening) {
    var observers = observers
    observers.wake(atMost: 256)
    guard !observers.isEmpty else { return }
    loop.perform(onLoop { [observers] in $0.wake(observers) })
  }

  private func start(_ round: ProbeRound) {
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
  private var interfaceName: String? {
    guard let given = configuration.interface else { return nil }
    return core.withLock { $0.settled.snapshot.primaryEgress?.interfaceName } ?? given
  }

  nonisolated private func succeeded(_ report: ProbeReport, of round: ProbeRound) {
    guard report.provesPath else { return }
    loop.perform(onLoop { $0.carryOut($0.core.withLock { $0.probeSucceeded(report, of: round) }) })
  }

  private func finished(_ round: ProbeRound, _ reports: [ProbeReport]) {
    carryOut(core.withLock { $0.roundFinished(round, reports) })
  }

  /// Sees to it, when all work is done and the printed line is out, that the loop wakes in time.
  private func prepareToWait() {
    let (deadline, isVerifying) = core.withLock { ($0.deadline, $0.isVerifying) }
    if !isVerifying { waiters.releaseAll() }
    arm(nextLook.earlier(deadline).earlier(throttle.deadline).earlier(waiters.deadline))
  }

  private func arm(_ deadline: BootInstant) {
    guard deadline != armed else { return }
    armed = deadline
    let tolerance = deadline == nextLook ? Self.lookTolerance : .zero
    loop.setTimer(deadline, tolerance: tolerance, handler: onLoop { $0.timerFired() })
  }

  private func log(_ level: LogLevel, _ message: String) {
    configuration.log?(level, message, [:])
  }
}

// MARK: - Deciders

extension Monitor {
  /// Returns when nothing is being verified, or after the time that a verification may take.
  func verificationEnded() async {
    guard core.withLock({ $0.isVerifying }), failure != nil else { return }
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
