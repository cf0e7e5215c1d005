/// Who looks at a store, and by which rules.
public struct StoreLook: Hashable, Sendable {
  /// How many of its workers may vanish in a row before a job is dead.
  public var vanishLimit: Int

  /// The most jobs that are changed at once.
  public var limit: Int

  /// Creates a look.
  public init(vanishLimit: Int = 3, limit: Int = 5_000) {
    self.vanishLimit = vanishLimit
    self.limit = limit
  }
}

/// What there is to do.
public struct StoreView: Hashable, Sendable {
  /// Every lane that holds a ready job.
  public var lanes: Set<JobLane>

  /// How long until time brings something again: a job that is due, a lease or a deadline that ends;
  /// zero where more is due than one look changes, nil where nothing waits.
  public var next: Duration?

  /// The pace of each destination for which one is stored.
  public var paces: [String: StoredPace]

  /// What changed.
  public var transitions: [JobTransition]

  /// Creates a view.
  public init(
    lanes: Set<JobLane>,
    next: Duration?,
    paces: [String: StoredPace],
    transitions: [JobTransition]
  ) {
    self.lanes = lanes
    self.next = next
    self.paces = paces
    self.transitions = transitions
  }
}

/// The pace of a destination as it is stored: like `DestinationPace`, with the time that is left
/// instead of a moment, because moments end with the boot of one machine.
public struct StoredPace: Hashable, Sendable {
  /// The gap; zero where there is none.
  public var gap: Duration

  /// How many attempts may be in flight.
  public var window: Int

  /// How long nothing goes; zero where nothing is held.
  public var hold: Duration

  /// How often it was stored, so that a worker can tell whether another has changed it; zero where it
  /// never was.
  public var revision: Int64

  /// Creates a pace.
  public init(gap: Duration, window: Int, hold: Duration, revision: Int64 = 0) {
    self.gap = gap
    self.window = window
    self.hold = hold
    self.revision = revision
  }
}
