/// One state of the connection, as it is published: whole, immutable, and consistent in itself.
public struct ConnectivityState: Hashable, Sendable {
  /// How much is known of the connection.
  public var level: ConnectivityLevel

  /// What the kernel says of each family.
  public var snapshot: Snapshot

  /// The number of the newest path.
  ///
  /// It grows when a path changes its interface or gateway, when it returns after its loss was
  /// published, and after a suspend.
  public var generation: UInt64

  /// The newest outcome for each endpoint and family tried; empty without probes.
  public var probes: [ProbeReport]

  /// What made the monitor look.
  public var cause: ChangeCause

  /// When the level last changed.
  public var since: WallTime

  /// When this state was published.
  public var time: WallTime

  /// Creates a state.
  public init(
    level: ConnectivityLevel,
    snapshot: Snapshot,
    generation: UInt64,
    probes: [ProbeReport] = [],
    cause: ChangeCause,
    since: WallTime,
    time: WallTime
  ) {
    self.level = level
    self.snapshot = snapshot
    self.generation = generation
    self.probes = probes
    self.cause = cause
    self.since = since
    self.time = time
  }

  /// Whether work that needs the internet should be tried.
  public var isConnectionAssumedAvailable: Bool { level.isAssumedAvailable }
}
