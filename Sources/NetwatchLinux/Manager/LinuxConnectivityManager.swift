public import NetwatchCore
internal import NetwatchNetlink
package import NetwatchSystem

/// Watches the kernel's routes and links (rtnetlink(7)), probes endpoints where it is told to, takes
/// evidence from real traffic, and publishes whether a connection can be assumed to be available.
///
/// The kernel's messages are hints: at each, the manager asks what the kernel would do with a packet,
/// and compares. Creating a manager asks once, so that the first value is true; call ``run()`` once,
/// from a task that lives as long as the manager should watch, and observe from anywhere.
///
/// ```swift
/// let manager = try LinuxConnectivityManager()
/// async let watching: Void = manager.run()
/// for await isAvailable in manager.connectionAssumedAvailable { print(isAvailable) }
/// ```
public final class LinuxConnectivityManager: ConnectivityManagerProtocol {
  private enum Phase {
    case idle, running, ended
  }

  private let configuration: Configuration
  private let namespace: NamespaceDescriptor?
  private let core: MonitorCoreBox
  private let board: MonitorBoard
  private let monitor: Monitor
  private let loop: EventLoop
  private let phase = Lock(Phase.idle)

  /// Creates a manager, and asks the kernel once.
  ///
  /// - Parameter configuration: What to watch; by default the process's own network, without probes.
  /// - Throws: `ConnectivityError` when the configuration says something impossible, when there is no
  ///   such namespace or interface, or when not even IPv4 sockets are allowed here. Where only netlink
  ///   is refused the manager polls instead, see ``mode``.
  public convenience init(
    configuration: Configuration = Configuration()
  ) throws(ConnectivityError) {
    try self.init(configuration: configuration, loop: EventLoop())
  }

  package convenience init(
    configuration: Configuration,
    clocks: SystemClocks
  ) throws(ConnectivityError) {
    try self.init(configuration: configuration, loop: EventLoop(clocks: clocks))
  }

  /// Creates a manager on a loop that its user's tasks run on too; a loop serves one manager.
  package init(configuration: Configuration, loop: EventLoop) throws(ConnectivityError) {
    try configuration.check()
    let namespace = try NamespaceDescriptor.open(for: configuration)
    let core = MonitorCoreBox(
      try MonitorCore.open(configuration, in: namespace, clocks: loop.clocks)
    )
    let board = core.withLock { core in
      MonitorBoard(core.published, mode: core.isNetlink ? .netlink : .polling)
    }
    self.configuration = configuration
    self.namespace = namespace
    self.core = core
    self.loop = loop
    self.board = board
    monitor = Monitor(
      configuration: configuration,
      namespace: namespace,
      loop: loop,
      board: board,
      core: core
    )
  }

  deinit {
    board.finish()
  }

  /// Watches until the task is cancelled.
  ///
  /// When it ends, for whatever reason, all streams end after their pending values, and who waits for
  /// connectivity is told so. It runs once: a manager that has ended is not started again.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; `ConnectivityError` when the manager
  ///   runs already or has ended.
  public func run() async throws {
    try await run(reporting: { _ in })
  }

  /// Watches until the task is cancelled, and tells what it finds before anybody else hears of it.
  ///
  /// The closures run on the monitor's thread: whatever blocks there blocks the monitor.
  ///
  /// - Parameters:
  ///   - report: Called with each published state, the present one first.
  ///   - hearProbes: Called with the outcomes of each round of probes that was not given up.
  ///   - hasLooked: Called with each look that has no other reason than that it is time.
  /// - Throws: As ``run()``.
  package func run(
    reporting report: sending @escaping (ConnectivityState) -> Void,
    hearing hearProbes: sending @escaping ([ProbeReport]) -> Void = { _ in },
    looked hasLooked: sending @escaping () -> Void = {}
  ) async throws {
    try begin()
    defer { phase.withLock { $0 = .ended } }
    try await monitor.run(reporting: report, hearing: hearProbes, looked: hasLooked)
  }

  private func begin() throws(ConnectivityError) {
    let previous = phase.withLock { phase in
      defer { if case .idle = phase { phase = .running } }
      return phase
    }
    switch previous {
    case .idle: break
    case .running: throw ConnectivityError(.alreadyRunning, "the connectivity monitor runs already")
    case .ended:
      throw ConnectivityError(.ended, "the connectivity monitor has ended; make a new one")
    }
  }

  /// Returns once the monitor's thread has come round.
  ///
  /// - Returns: Whether it watches.
  package func comesRound() async -> Bool { await monitor.isRunning }

  /// Whether it watches: false before ``run()`` has begun, and after it has ended.
  package var isRunning: Bool {
    phase.withLock { if case .running = $0 { true } else { false } }
  }
}

// MARK: - Observing

extension LinuxConnectivityManager {
  /// The published state.
  ///
  /// While ``run()`` is not running nobody hears of changes, so each reading asks the kernel, which
  /// takes some tens of microseconds.
  public var current: ConnectivityState {
    isRunning ? board.current : reread()
  }

  /// Whether a connection is assumed to be available, as published; see ``current``.
  public var isConnectionAssumedAvailable: Bool { current.isConnectionAssumedAvailable }

  /// Whether a connection is assumed to be available: the current value first, then every change.
  ///
  /// Each access makes an independent observer, which may be slow: it skips to the newest value, and
  /// never sees one twice in a row. It hears of changes while ``run()`` is running, and ends with it or
  /// with the manager.
  public var connectionAssumedAvailable: AsyncStream<Bool> {
    _ = current
    return board.availability.values
  }

  /// Every published state, the current one first.
  ///
  /// Each access makes an independent observer with a buffer of 1,024 states; one that falls behind by
  /// more loses the oldest.
  public var states: ConnectivityStates {
    _ = current
    return ConnectivityStates(board.states.observe { board.current })
  }

  /// The state for those who decide: undamped, so that a loss counts before it is published, and after
  /// a verification under way has ended.
  ///
  /// Returns at once unless something is being verified, and then when the rounds that may be needed
  /// for it have had their time, at most after 30 s.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func settledState() async throws -> ConnectivityState {
    try Task.checkCancellation()
    guard isRunning else { return reread() }
    await monitor.verificationEnded()
    try Task.checkCancellation()
    return core.withLock { $0.settled }
  }

  /// Whether a connection is assumed to be available, for those who decide; see ``settledState()``.
  public func settledAvailability() async throws -> Bool {
    try await settledState().isConnectionAssumedAvailable
  }

  /// Whether there is a route to a destination, which may lie this side of the internet.
  ///
  /// Where the destination is an address, with or without a scheme and a port, the kernel is asked
  /// what it would do with a packet for it, whatever the probes say. A name is not resolved: for it the
  /// answer is whether there is any usable route out.
  ///
  /// - Parameter destination: Such as `192.0.2.7`, `http://[2001:db8::7]:8080` or `printer.example`.
  /// - Returns: Whether there is one; it takes some tens of microseconds.
  public func hasRoute(to destination: String) -> Bool {
    let address = IPAddress(destination: destination)
    if address == nil { _ = current }
    return core.withLock { $0.hasRoute(to: address) }
  }

  /// Nobody watches: the reader asks.
  ///
  /// Where the kernel does not answer, what was known last stands.
  private func reread() -> ConnectivityState {
    let (state, observers) = core.withLock { core -> (ConnectivityState, Wakening?) in
      // Looked at and shown under the lock: the first look of a monitor that begins to run meanwhile
      // comes later, and what it finds is not overwritten by what was found before.
      guard !isRunning, let state = try? core.reread() else { return (board.current, nil) }
      return (state, board.publish(state))
    }
    observers?.wakeAll()
    return state
  }
}

// MARK: - Evidence

extension LinuxConnectivityManager {
  /// A ticket for traffic that starts now, to be reported with how it ends.
  public func ticket() -> EvidenceTicket {
    core.withLock { $0.ticket }
  }

  /// Reports how a piece of real traffic ended.
  ///
  /// It returns at once and may be called from any thread. Evidence counts only for the path that the
  /// traffic took: traffic to this host, to the link, or by another way says nothing. Ignored while
  /// ``run()`` is not running.
  public func report(_ evidence: Evidence) {
    guard isRunning, monitor.evidence.put(evidence) else { return }
    monitor.evidenceArrived()
  }

  /// Asks to let one piece of real work through although the level is `limited`.
  ///
  /// One is let through after 1 s, then after 2, 4 … s up to the probe interval, so that probes which
  /// fail for reasons of their own cannot hold everything for ever. Report how it went.
  ///
  /// - Returns: Whether the caller may try.
  public func claimCanary() -> Bool {
    core.withLock { $0.canaryClaimed() }
  }
}

// MARK: - Looking closer

extension LinuxConnectivityManager {
  /// What the monitor has done so far.
  public var counters: MonitorCounters {
    var counters = board.counted
    counters.evaluations = core.withLock { $0.evaluations }
    return counters
  }

  /// How the monitor learns of changes.
  public var mode: MonitorMode { board.mode }

  /// All links of the namespace, at most 10,000, for display.
  ///
  /// - Throws: `ConnectivityError` where netlink is refused.
  public func links() throws(ConnectivityError) -> [LinkDescription] {
    do throws(NetlinkError) {
      // A socket of its own: a long list must not hold up the loop.
      var socket = try QuerySocket.open(in: namespace)
      return try socket.links().elements.map(LinkDescription.init)
    } catch {
      throw ConnectivityError(error)
    }
  }

  /// Why the state is what it is.
  public func diagnose() async -> Diagnosis {
    let state = current
    return core.withLock { core in
      Diagnosis(
        state: state,
        links: core.links(),
        pendingFlip: core.pendingFlip,
        flaps: core.flaps,
        mode: board.mode,
        probes: configuration.probes
      )
    }
  }

  /// The executor of the monitor's own thread.
  ///
  /// A task that prefers it runs without a hop between the kernel's message and its code. It is for a
  /// task that does next to nothing, such as printing a line: whatever blocks there blocks the monitor.
  public var executor: any TaskExecutor { loop.taskExecutor }

  /// Calls a handler on the monitor's thread whenever a descriptor is readable.
  package func watch(descriptor: Int32, handler: @escaping @Sendable () -> Void) {
    loop.watch(descriptor, handler: handler)
  }
}
