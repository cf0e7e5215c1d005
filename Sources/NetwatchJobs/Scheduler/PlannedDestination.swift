import NetwatchCore

/// A destination as the plan sees it: its pace, and who would like to go there.
struct PlannedDestination {
  /// How fast work goes there.
  var machine: DestinationRelease

  /// The lanes that hold ready jobs, each with the number of the news that said so last.
  var lanes: [JobLane: UInt64] = [:]

  /// Closures that wait for their turn.
  var callers = PlannedCallers()

  /// How often its pace was stored, as far as is known here.
  var revision: Int64 = 0

  /// When the store is asked again, after it gave less than there seemed to be.
  var contendedUntil: BootInstant?

  /// When it is to be looked at again what may go; nil: not before there is some news.
  var wakeAt: BootInstant?

  /// The pace that the store has.
  private var stored: DestinationPace

  /// The pace that the store was sent last.
  private var sent: DestinationPace

  init(settings: ReleaseSettings) {
    machine = DestinationRelease(settings: settings)
    (stored, sent) = (machine.pace, machine.pace)
  }

  /// Whether there is anything to do.
  var hasWork: Bool { !lanes.isEmpty || !callers.isEmpty }

  /// Whether some of it needs a route.
  var needsRoute: Bool {
    lanes.keys.contains { $0.requirement == .route }
      || callers.needs.contains { $0.requirement == .route }
  }

  /// Whether nothing would be lost but the pace, which is stored where it matters.
  var isForgettable: Bool { !hasWork && machine.inFlight == 0 }

  /// A job or closure has ended.
  mutating func ended(
    _ outcome: ReleaseOutcome,
    _ stamp: ReleaseStamp,
    at now: BootInstant,
    draw: () -> Double
  ) {
    // A success without a gap opens none: a million of them need no draw.
    let isPlain = outcome == .success && machine.pace.gap == .zero
    machine.ended(outcome, stamp, at: now, draw: isPlain ? 0 : draw())
    contendedUntil = nil
  }

  /// The pace of the store is read.
  mutating func learned(_ pace: StoredPace, at now: BootInstant) {
    guard pace.revision != revision else { return }
    revision = pace.revision
    machine.paceLearned(DestinationPace(pace, at: now), at: now)
    stored = machine.pace
  }

  /// The pace to be stored; nil where the store has it.
  ///
  /// The window alone is not worth a write: it widens with every success, and closes with every
  /// outage of this host, which is nobody else's business.
  mutating func unstoredPace(at now: BootInstant) -> StoredPace? {
    let pace = machine.pace
    let isHeld = pace.heldUntil.map { $0 > now } ?? false
    guard pace.gap != stored.gap || isHeld && pace.heldUntil != stored.heldUntil else { return nil }
    sent = pace
    return StoredPace(pace, revision: revision, at: now)
  }

  /// The store has a pace now.
  mutating func storedPace(_ told: StoredPace, isOwn: Bool, at now: BootInstant) {
    guard isOwn else { return learned(told, at: now) }
    revision = told.revision
    // Not the present one, which may have changed since.
    stored = sent
  }
}

extension DestinationPace {
  init(_ pace: StoredPace, at now: BootInstant) {
    self.init(
      gap: pace.gap,
      window: pace.window,
      heldUntil: pace.hold > .zero ? now.advanced(by: pace.hold) : nil
    )
  }
}

extension StoredPace {
  init(_ pace: DestinationPace, revision: Int64, at now: BootInstant) {
    let hold = pace.heldUntil.map { max(now.duration(to: $0), .zero) } ?? .zero
    self.init(gap: pace.gap, window: pace.window, hold: hold, revision: revision)
  }
}
