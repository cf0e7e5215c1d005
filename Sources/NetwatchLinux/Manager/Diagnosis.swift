public import NetwatchCore

/// Why the state is what it is, step by step.
public struct Diagnosis: Hashable, Sendable {
  /// A flip of availability that observers have not been told of yet.
  public struct PendingFlip: Hashable, Sendable {
    /// Whether it is a loss; otherwise it is a recovery.
    public var isLoss: Bool

    /// How long until it is published, unless it is taken back.
    public var remaining: Duration

    /// Creates a description of a flip.
    public init(isLoss: Bool, remaining: Duration) {
      self.isLoss = isLoss
      self.remaining = remaining
    }
  }

  /// The published state.
  public var state: ConnectivityState

  /// The link that each reachable family leaves by, or that its route would have left by, where the
  /// kernel names one.
  public var links: [AddressFamily: LinkDescription]

  /// The flip that is being damped, if there is one.
  public var pendingFlip: PendingFlip?

  /// How many losses were published within the last minute.
  public var flaps: Int

  /// How the monitor learns of changes.
  public var mode: MonitorMode

  /// The endpoints that are probed.
  public var probes: [ProbeEndpoint]

  /// Creates a diagnosis.
  public init(
    state: ConnectivityState,
    links: [AddressFamily: LinkDescription] = [:],
    pendingFlip: PendingFlip? = nil,
    flaps: Int = 0,
    mode: MonitorMode = .netlink,
    probes: [ProbeEndpoint] = []
  ) {
    self.state = state
    self.links = links
    self.pendingFlip = pendingFlip
    self.flaps = flaps
    self.mode = mode
    self.probes = probes
  }
}
