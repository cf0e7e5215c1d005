internal import NetwatchCore
internal import NetwatchNetlink
internal import NetwatchSystem

/// The source of snapshots and the machine that judges them, kept under one lock: the loop's thread uses
/// them while the monitor runs, and whoever reads the state while it does not.
struct MonitorCore: ~Copyable {
  private var source: SnapshotSource
  private var machine: ConnectivityStateMachine
  private let clocks: SystemClocks
  private var draws = DrawSource()
  private(set) var evaluations: UInt64 = 1

  /// Asks the kernel for the first time.
  static func open(
    _ configuration: LinuxConnectivityManager.Configuration,
    in namespace: NamespaceDescriptor?,
    clocks: SystemClocks
  ) throws(ConnectivityError) -> MonitorCore {
    let source = try SnapshotSource.open(configuration, in: namespace)
    let machine = ConnectivityStateMachine(
      settings: ConnectivitySettings(configuration),
      snapshot: source.first,
      at: Moment(instant: clocks.boot(), wall: clocks.wall(), draw: 0)
    )
    return MonitorCore(source: source, machine: machine, clocks: clocks)
  }

  private init(
    source: consuming SnapshotSource,
    machine: ConnectivityStateMachine,
    clocks: SystemClocks
  ) {
    self.source = source
    self.machine = machine
    self.clocks = clocks
  }
}

// MARK: - Reading

extension MonitorCore {
  var isNetlink: Bool { source.isNetlink }
  var needsNewSocket: Bool { source.needsNewSocket }
  var published: ConnectivityState { machine.published }
  var settled: ConnectivityState { machine.settled }
  var isVerifying: Bool { machine.isVerifying }
  var deadline: BootInstant? { machine.deadline }
  var ticket: EvidenceTicket { machine.ticket }
  var flaps: Int { machine.flaps(at: clocks.boot()) }

  var pendingFlip: Diagnosis.PendingFlip? {
    machine.pendingFlip.map { flip in
      let remaining = max(.zero, clocks.boot().duration(to: flip.due))
      return Diagnosis.PendingFlip(isLoss: flip.isLoss, remaining: remaining)
    }
  }

  /// The links that the families' packets leave by, or would leave by.
  mutating func links() -> [AddressFamily: LinkDescription] {
    var links: [AddressFamily: LinkDescription] = [:]
    for family in AddressFamily.allCases {
      let path = machine.settled.snapshot[family].path
      let link = (try? source.link(behind: family, now: path)).flatMap(\.self)
      links[family] = link.map(LinkDescription.init)
    }
    return links
  }
}

extension MonitorCore {
  /// Whether a packet to an address would go anywhere; nil: whether there is any way out at all.
  mutating func hasRoute(to address: IPAddress?) -> Bool {
    guard let address else {
      return AddressFamily.allCases.contains { machine.settled.snapshot[$0].isReachable }
    }
    return (try? source.hasRoute(to: address)) ?? false
  }
}

// MARK: - Events

extension MonitorCore {
  mutating func started() -> ConnectivityActions {
    machine.started(at: moment())
  }

  /// Asks the kernel because something may have changed.
  mutating func look(
    because cause: ChangeCause,
    isConfirmation: Bool = false
  ) throws(NetlinkError) -> ConnectivityActions {
    let snapshot = try snapshot(becauseOfMessages: cause.isMessage)
    return machine.snapshotTaken(
      snapshot,
      cause: cause,
      isConfirmation: isConfirmation,
      at: moment()
    )
  }

  /// Links are gone; others may come with their indexes before the kernel is asked.
  mutating func linksDeleted(_ indexes: [Int32]) {
    source.linksDeleted(indexes)
    machine.linksDeleted(indexes)
  }

  /// Asks the kernel because somebody reads the state while nobody watches.
  mutating func reread() throws(NetlinkError) -> ConnectivityState {
    let snapshot = try snapshot()
    return machine.reread(snapshot, at: moment())
  }

  mutating func resumed() throws(NetlinkError) -> ConnectivityActions {
    // First, so that what was known is gone even where the kernel does not answer now.
    machine.suspended()
    let snapshot = try snapshot()
    return machine.resumed(snapshot, at: moment())
  }

  mutating func timePassed() -> ConnectivityActions {
    machine.timePassed(at: moment())
  }

  mutating func probeSucceeded(_ report: ProbeReport, of round: ProbeRound) -> ConnectivityActions {
    machine.probeSucceeded(report, of: round, at: moment())
  }

  mutating func roundFinished(
    _ round: ProbeRound,
    _ reports: [ProbeReport]
  ) -> ConnectivityActions {
    machine.roundFinished(round, reports, at: moment())
  }

  /// Judges evidence, after asking which way its traffic went.
  mutating func reported(_ evidence: Evidence) throws(NetlinkError) -> ConnectivityActions {
    let family = try judgedFamily(of: evidence.remoteAddress)
    return machine.evidenceReported(evidence, by: family, at: moment())
  }

  mutating func canaryClaimed() -> Bool {
    machine.canaryClaimed(at: clocks.boot())
  }

  private mutating func moment() -> Moment {
    Moment(instant: clocks.boot(), wall: clocks.wall(), draw: draws.next())
  }

  private mutating func snapshot(
    becauseOfMessages isHeard: Bool = false
  ) throws(NetlinkError) -> Snapshot {
    // Only where messages come, and none was lost, is a link known to be the one that it was.
    if !isHeard { source.forgetLinks() }
    evaluations += 1
    return try source.snapshot()
  }

  /// The family whose judged path leads to an address; traffic that went another way, stayed on the
  /// link or on this host, says nothing of it.
  private mutating func judgedFamily(
    of address: IPAddress?
  ) throws(NetlinkError) -> AddressFamily? {
    guard let address, !address.isLoopback, !address.isLinkLocal,
      let judged = machine.settled.snapshot[address.family].path
    else { return nil }
    return try source.path(to: address) == judged ? address.family : nil
  }
}

extension ConnectivitySettings {
  fileprivate init(_ configuration: LinuxConnectivityManager.Configuration) {
    self.init(
      lossDelay: configuration.lossDelay,
      recoveryDelay: configuration.recoveryDelay,
      hasProbes: !configuration.probes.isEmpty,
      probeInterval: configuration.probeInterval,
      failureThreshold: configuration.failureThreshold,
      trafficPolicy: configuration.trafficEvidence
    )
  }
}
