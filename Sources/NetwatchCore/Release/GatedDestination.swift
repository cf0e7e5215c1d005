/// One destination of a ``ReleaseGate``: its machine, and who waits for it.
struct GatedDestination {
  typealias Admitted = (
    waiter: ReleaseWaiter, continuation: ReleaseWaiterQueue.Continuation, stamp: ReleaseStamp
  )

  /// How long a release is remembered, so that a waiter which is late from the same outage does not
  /// pass for a second one.
  private static let memory = Duration.seconds(60)

  private(set) var machine: DestinationRelease
  private var urgent = ReleaseWaiterQueue()
  private var others = ReleaseWaiterQueue()
  private var releaseBegan: BootInstant?

  /// When the next waiter can go, where only time is in its way.
  private(set) var due: BootInstant?

  init(settings: ReleaseSettings) {
    machine = DestinationRelease(settings: settings)
  }

  var waiterCount: Int { urgent.count + others.count }

  /// Whether nothing would be lost but the pace.
  var isIdle: Bool { waiterCount == 0 && machine.inFlight == 0 }

  /// Whether nothing would be lost.
  func isForgettable(at now: BootInstant) -> Bool {
    guard isIdle, machine.isAtRest(at: now) else { return false }
    return releaseBegan.map { $0.duration(to: now) >= Self.memory } ?? true
  }

  /// Whose turn is next.
  var first: ReleaseWaiter? {
    guard let first = urgent.first ?? others.first else { return nil }
    return ReleaseWaiter(id: first, isUrgent: !urgent.isEmpty)
  }

  /// Somebody had to wait for connectivity: an outage, unless it is the one that ended last.
  mutating func waited(_ wait: Range<BootInstant>, at now: BootInstant, draw: Double) {
    if let releaseBegan, wait.lowerBound < releaseBegan { return }
    releaseBegan = wait.upperBound
    let length = wait.lowerBound.duration(to: wait.upperBound)
    machine.outageEnded(after: length, at: now, draw: draw)
  }

  mutating func ended(
    _ outcome: ReleaseOutcome,
    _ stamp: ReleaseStamp,
    at now: BootInstant,
    draw: Double
  ) {
    machine.ended(outcome, stamp, at: now, draw: draw)
  }

  /// Begins an attempt of a newcomer, where nobody is before it and the pace allows it.
  mutating func newcomerBegan(isUrgent: Bool, at now: BootInstant) -> ReleaseStamp? {
    guard urgent.isEmpty, isUrgent || others.isEmpty,
      case .now = machine.admission(at: now, isUrgent: isUrgent)
    else { return nil }
    return machine.began()
  }

  /// Begins the attempt of the waiter whose turn it is, where the pace allows it; else takes note of
  /// when it will.
  mutating func waiterBegan(at now: BootInstant) -> Admitted? {
    due = nil
    guard let waiter = first else { return nil }
    switch machine.admission(at: now, isUrgent: waiter.isUrgent) {
    case .now:
      // One that is awake is about to park, and asks again then.
      guard let continuation = wake(waiter) else { return nil }
      remove(waiter)
      return (waiter, continuation, machine.began())
    case .notBefore(let moment):
      due = moment
      return nil
    case .afterOutcome:
      return nil
    }
  }

  mutating func append(_ waiter: ReleaseWaiter) {
    if waiter.isUrgent { urgent.append(waiter.id) } else { others.append(waiter.id) }
  }

  mutating func park(_ waiter: ReleaseWaiter, _ continuation: ReleaseWaiterQueue.Continuation) {
    if waiter.isUrgent {
      urgent.park(waiter.id, continuation)
    } else {
      others.park(waiter.id, continuation)
    }
  }

  mutating func wake(_ waiter: ReleaseWaiter) -> ReleaseWaiterQueue.Continuation? {
    waiter.isUrgent ? urgent.wake(waiter.id) : others.wake(waiter.id)
  }

  @discardableResult
  mutating func remove(_ waiter: ReleaseWaiter) -> ReleaseWaiterQueue.Continuation? {
    waiter.isUrgent ? urgent.remove(waiter.id) : others.remove(waiter.id)
  }
}
