internal import CLinux
internal import NetwatchCore
internal import NetwatchNetlink
internal import NetwatchSystem

/// The running monitor: it waits on the loop's thread, which is its executor, for the kernel's messages
/// and for time, and carries out what the machine decides. It decides nothing itself.
actor Monitor {
  /// The kernel is asked this often without a reason, which heals what nobody thought of.
  static let lookInterval = Duration.seconds(30)
  static let pollInterval = Duration.seconds(5)
  static let lookTolerance = Duration.seconds(1)
  static let retryDelay = Duration.seconds(1)

  /// What is told of each state on the loop's thread, before anybody else hears of it.
  typealias Report = (ConnectivityState) -> Void

  /// What is told of each round of probes that was not given up.
  typealias ProbeHearing = ([ProbeReport]) -> Void

  nonisolated let loop: EventLoop
  nonisolated let board: MonitorBoard
  nonisolated let evidence = EvidenceBox()
  nonisolated let core: MonitorCoreBox
  let configuration: LinuxConnectivityManager.Configuration
  let namespace: NamespaceDescriptor?
  let clocks: SystemClocks
  let prober: Prober

  var events: EventSocket?
  var clockChange: ClockChangeTimer?
  var throttle = EvaluationThrottle()
  var suspension: SuspendDetector
  var pending: ChangeCause?
  /// Whether traffic reported a failure to send that the next look confirms or not.
  var needsConfirmation = false
  var nextLook: BootInstant
  var armed: BootInstant?
  var roundTask: Task<Void, Never>?
  var waiters = SettledWaiters()
  var nextWaiter: UInt64 = 0
  var report: Report = { _ in }
  var hearProbes: ProbeHearing = { _ in }
  var hasLooked: () -> Void = {}
  var isRunning = false
  var hasReportedPolling = false

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

  /// Watches until the task is cancelled.
  func run(
    reporting report: sending @escaping Report,
    hearing hearProbes: sending @escaping ProbeHearing,
    looked hasLooked: sending @escaping () -> Void
  ) async throws {
    isRunning = true
    self.hearProbes = hearProbes
    begin()
    self.report = report
    self.hasLooked = hasLooked
    report(board.current)
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    withExtendedLifetime(continuation) {}
    await end()
    try Task.checkCancellation()
  }
}

// MARK: - Beginning and end

extension Monitor {
  func begin() {
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

  func openEvents() {
    guard core.withLock({ $0.isNetlink }) else { return poll("netlink is refused here") }
    let addresses = configuration.lookupAddresses
    let filter = RouteFilter(
      lookupAddresses: addresses.isEmpty ? LookupAddresses.builtIn : addresses
    )
    do throws(NetlinkError) {
      let socket = try EventSocket.open(in: namespace, filter: filter)
      loop.watch(socket.fileDescriptor, handler: onLoop { $0.messagesArrived() })
      events = consume socket
      board.show(.netlink)
      if hasReportedPolling { log(.notice, "the kernel's messages are heard again") }
      hasReportedPolling = false
    } catch {
      poll(error.description)
    }
  }

  func poll(_ reason: String) {
    board.show(.polling)
    if !hasReportedPolling { log(.warning, "changes are found by looking every 5 s: \(reason)") }
    hasReportedPolling = true
  }

  func end() async {
    closeEvents()
    if let descriptor = clockChange?.rawValue { loop.unwatch(descriptor) }
    clockChange = nil
    loop.prepare(nil)
    loop.setTimer(nil) {}
    roundTask?.cancel()
    await roundTask?.value
    waiters.releaseAll()
    isRunning = false
    report = { _ in }
    hearProbes = { _ in }
    hasLooked = {}
    board.finish()
  }

  func closeEvents() {
    if let descriptor = events?.fileDescriptor { loop.unwatch(descriptor) }
    events = nil
  }

  /// A handler that enters the monitor without a hop, because the loop calls it on the right thread.
  nonisolated func onLoop(
    _ body: @escaping @Sendable (isolated Monitor) -> Void
  ) -> @Sendable () -> Void {
    { [weak self] in self?.enter(body) }
  }

  /// Does what `assumeIsolated` does, with the same check at its end, but asks the loop itself: to be
  /// asked by the runtime, which first asks for the main thread and its queue, takes as long as to ask
  /// the kernel for a route, for code that has not run for a while.
  nonisolated func enter(_ body: @escaping @Sendable (isolated Monitor) -> Void) {
    loop.checkIsolated()
    unsafe unsafeBitCast(body, to: (@Sendable (Monitor) -> Void).self)(self)
  }
}
