/// What a ``ReleaseGate`` does to its waiters, decided under its lock.
///
/// Only one waiter keeps a timer, for the earliest moment at which any can go: the timekeeper, who is
/// woken for it from its place in the queue and goes back there. When it leaves, the next is woken.
struct ReleaseGateState {
  typealias Wake = (continuation: ReleaseWaiterQueue.Continuation, signal: ReleaseSignal)

  enum Arrival {
    case admitted(ReleasePermit)
    case mustWait(ReleaseTicket)
  }

  private let settings: ReleaseSettings
  private let destinationLimit: Int
  private(set) var destinations: [String: GatedDestination] = [:]
  private var dues = ReleaseDues()
  private var lastID: UInt64 = 0
  private var timekeeper: ReleaseTicket?
  /// When the timekeeper's timer goes off; nil where it has set none.
  private var timer: BootInstant?
  private var sweepSize = 64
  private var wakes: [Wake] = []

  init(settings: ReleaseSettings, destinationLimit: Int) {
    self.settings = settings
    self.destinationLimit = destinationLimit
  }

  /// Whom to wake, after the lock is released.
  mutating func takeWakes() -> [Wake] {
    defer { wakes = [] }
    return wakes
  }
}

// MARK: - Events

extension ReleaseGateState {
  /// Somebody wants to go; one who must wait has its place from now on, and is about to park.
  mutating func arrived(
    at destination: String,
    afterWait wait: Range<BootInstant>?,
    isUrgent: Bool,
    at now: BootInstant,
    draw: Double
  ) -> Arrival {
    if let wait, !wait.isEmpty, makeRoom(for: destination, at: now) {
      update(destination) { $0.waited(wait, at: now, draw: draw) }
      releaseWaiters(of: destination, at: now)
    }
    if let permit = permit(to: destination, isUrgent: isUrgent, at: now) {
      return .admitted(permit)
    }
    lastID += 1
    let waiter = ReleaseWaiter(id: lastID, isUrgent: isUrgent)
    update(destination) { $0.append(waiter) }
    return .mustWait(ReleaseTicket(destination: destination, waiter: waiter))
  }

  /// Somebody wants to go who does not wait; nil where it would have to.
  mutating func permit(
    to destination: String,
    isUrgent: Bool,
    at now: BootInstant
  ) -> ReleasePermit? {
    guard makeRoom(for: destination, at: now) else {
      return ReleasePermit(destination: nil, stamp: ReleaseStamp(epoch: 0))
    }
    let stamp = update(destination) { $0.newcomerBegan(isUrgent: isUrgent, at: now) }
    return (stamp ?? nil).map { ReleasePermit(destination: destination, stamp: $0) }
  }

  /// A waiter has suspended, for the first time or after it was woken for the timer.
  mutating func parked(
    _ ticket: ReleaseTicket,
    _ continuation: ReleaseWaiterQueue.Continuation,
    at now: BootInstant
  ) {
    update(ticket.destination) { $0.park(ticket.waiter, continuation) }
    releaseWaiters(of: ticket.destination, at: now)
  }

  /// A waiter that is not parked was cancelled, and does not come back.
  mutating func left(_ ticket: ReleaseTicket, at now: BootInstant) {
    update(ticket.destination) { $0.remove(ticket.waiter) }
    retire(ticket)
    releaseWaiters(of: ticket.destination, at: now)
    forget(ticket.destination, at: now)
  }

  /// The task of a waiter was cancelled; where it is not parked it notices by itself.
  mutating func cancelled(_ ticket: ReleaseTicket, at now: BootInstant) {
    let continuation = update(ticket.destination) { $0.wake(ticket.waiter) }
    guard let continuation = continuation ?? nil else { return }
    wakes.append((continuation, .cancelled))
    left(ticket, at: now)
  }

  /// An attempt has ended.
  mutating func ended(
    _ permit: ReleasePermit,
    _ outcome: ReleaseOutcome,
    at now: BootInstant,
    draw: Double
  ) {
    guard let destination = permit.destination else { return }
    update(destination) { $0.ended(outcome, permit.stamp, at: now, draw: draw) }
    releaseWaiters(of: destination, at: now)
    forget(destination, at: now)
  }

  /// The timekeeper sets its timer.
  ///
  /// - Returns: When it is to go off; nil where nobody waits for a moment.
  mutating func timerSet() -> BootInstant? {
    timer = earliestDue()?.moment
    return timer
  }

  /// The timer went off.
  mutating func timerFired(at now: BootInstant) {
    timer = nil
    while let due = earliestDue(), due.moment <= now {
      dues.removeFirst()
      release(due.destination, at: now)
    }
    callTimekeeper()
  }
}

// MARK: - Transitions

extension ReleaseGateState {
  /// Changes a destination where it stands; copying it would copy its queues.
  @discardableResult
  private mutating func update<Result>(
    _ destination: String,
    _ change: (inout GatedDestination) -> Result
  ) -> Result? {
    guard let index = destinations.index(forKey: destination) else { return nil }
    return change(&destinations.values[index])
  }

  private mutating func releaseWaiters(of destination: String, at now: BootInstant) {
    release(destination, at: now)
    callTimekeeper()
  }

  private mutating func release(_ destination: String, at now: BootInstant) {
    let before = destinations[destination]?.due
    while let admitted = update(destination, { $0.waiterBegan(at: now) }) ?? nil {
      retire(ReleaseTicket(destination: destination, waiter: admitted.waiter))
      let permit = ReleasePermit(destination: destination, stamp: admitted.stamp)
      wakes.append((admitted.continuation, .permit(permit)))
    }
    guard let due = destinations[destination]?.due, due != before else { return }
    dues.append((due, destination))
    dropOldDues()
  }

  /// The earliest moment at which somebody can go.
  private mutating func earliestDue() -> ReleaseDues.Entry? {
    while let first = dues.first {
      if destinations[first.destination]?.due == first.moment { return first }
      dues.removeFirst()
    }
    return nil
  }

  private mutating func dropOldDues() {
    guard dues.count > 64, dues.count > 2 * destinations.count else { return }
    dues = ReleaseDues()
    for (destination, gated) in destinations {
      if let due = gated.due { dues.append((due, destination)) }
    }
  }

  /// Has the timer set, or set anew, where somebody can go earlier than it goes off.
  private mutating func callTimekeeper() {
    guard let earliest = earliestDue() else { return }
    if let timer, timer <= earliest.moment { return }
    let next = destinations[earliest.destination]?.first.map {
      ReleaseTicket(destination: earliest.destination, waiter: $0)
    }
    // One that is not parked sets the timer, or comes by here again, before it sleeps.
    guard let ticket = timekeeper ?? next,
      let continuation = update(ticket.destination, { $0.wake(ticket.waiter) }) ?? nil
    else { return }
    timekeeper = ticket
    wakes.append((continuation, .keepTime))
  }

  /// A waiter keeps the timer no more, if it did.
  private mutating func retire(_ ticket: ReleaseTicket) {
    guard timekeeper == ticket else { return }
    timekeeper = nil
    timer = nil
  }

  private mutating func forget(_ destination: String, at now: BootInstant) {
    guard let gated = destinations[destination], gated.isForgettable(at: now) else { return }
    destinations[destination] = nil
  }

  /// Makes sure that a destination is known.
  ///
  /// - Returns: Whether there is room for it.
  private mutating func makeRoom(for destination: String, at now: BootInstant) -> Bool {
    guard destinations[destination] == nil else { return true }
    if destinations.count >= sweepSize { sweep(at: now) }
    guard destinations.count < destinationLimit else { return false }
    destinations[destination] = GatedDestination(settings: settings)
    return true
  }

  /// Forgets what can be forgotten, and where that is not enough the pace of whatever is idle.
  private mutating func sweep(at now: BootInstant) {
    destinations = destinations.filter { !$0.value.isForgettable(at: now) }
    if destinations.count >= destinationLimit {
      destinations = destinations.filter { !$0.value.isIdle }
    }
    sweepSize = min(max(2 * destinations.count, 64), destinationLimit)
  }
}
