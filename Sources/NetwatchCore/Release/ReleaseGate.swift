/// Lets the tasks of this process go to their destinations at the pace of ``DestinationRelease``.
///
/// A task asks for a permit before each attempt, and reports the attempt's end; how many may be on
/// their way, and when, is decided for each destination apart. Those who must wait go in the order in
/// which they came, urgent ones first. A waiter costs a continuation: only one of all sleeps on the
/// clock, for the earliest moment at which any can go.
///
/// Destinations that are idle and fully open are forgotten, though not in the minute after an outage.
/// At most `destinationLimit` are known: beyond it the pace of all that are idle is forgotten, and
/// while none is, a further one is not paced.
package final class ReleaseGate: Sendable {
  /// How many destinations a gate paces, if nothing else is said.
  package static let defaultDestinationLimit = 10_000

  private let state: Lock<ReleaseGateState>
  private let random: RandomSource
  private let now: @Sendable () -> BootInstant
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - settings: The pace of every destination.
  ///   - destinationLimit: How many destinations are paced at a time, at least 1.
  ///   - random: Where the delays are drawn from.
  ///   - now: Tells the moment, on a clock that runs through suspend.
  ///   - sleep: Sleeps for at most an hour on that clock; throws `CancellationError`.
  package init(
    settings: ReleaseSettings = ReleaseSettings(),
    destinationLimit: Int = ReleaseGate.defaultDestinationLimit,
    random: RandomSource = .system,
    now: @escaping @Sendable () -> BootInstant,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    let limit = max(destinationLimit, 1)
    state = Lock(ReleaseGateState(settings: settings, destinationLimit: limit))
    self.random = random
    self.now = now
    self.sleep = sleep
  }

  /// Waits until an attempt may go to a destination.
  ///
  /// - Parameters:
  ///   - destination: The unit of pacing.
  ///   - wait: From when to when the task really waited for connectivity; nil, or an empty range,
  ///     where it did not have to. A wait that began after the present release did tells the gate
  ///     that another outage has ended.
  ///   - isUrgent: Whether to go before others, and without the delay that spreads a fleet.
  /// - Returns: The permit, to be handed to ``ended(_:_:)`` whatever happens.
  /// - Throws: `CancellationError`, soon after the task was cancelled; no permit is out then.
  package func admission(
    to destination: String,
    afterWait wait: Range<BootInstant>? = nil,
    isUrgent: Bool = false
  ) async throws -> ReleasePermit {
    try Task.checkCancellation()
    let (moment, draw) = (now(), wait == nil ? 0 : random.next())
    let arrival = perform { state in
      state.arrived(at: destination, afterWait: wait, isUrgent: isUrgent, at: moment, draw: draw)
    }
    switch arrival {
    case .admitted(let permit): return permit
    case .mustWait(let ticket): return try await turn(of: ticket)
    }
  }

  /// The permit for an attempt that may go at once; nil where it would have to wait.
  package func permitAtOnce(to destination: String) -> ReleasePermit? {
    let moment = now()
    return perform { $0.permit(to: destination, isUrgent: false, at: moment) }
  }

  /// Reports the end of an attempt; the permit must not be used again.
  package func ended(_ permit: ReleasePermit, _ outcome: ReleaseOutcome) {
    let (moment, draw) = (now(), random.next())
    perform { $0.ended(permit, outcome, at: moment, draw: draw) }
  }

  /// Waits for a permit, makes an attempt, and reports its end however it comes.
  ///
  /// - Parameters:
  ///   - destination: The unit of pacing.
  ///   - wait: See ``admission(to:afterWait:isUrgent:)``.
  ///   - isUrgent: See there.
  ///   - attempt: The attempt. It sets what it told of the destination; until it does, that is
  ///     `givenBack`, also where it throws.
  /// - Returns: What the attempt returns.
  /// - Throws: `CancellationError`, or what the attempt throws.
  package func withPermit<Result>(
    to destination: String,
    afterWait wait: Range<BootInstant>? = nil,
    isUrgent: Bool = false,
    _ attempt: (_ outcome: inout ReleaseOutcome) async throws -> Result
  ) async throws -> Result {
    let permit = try await admission(to: destination, afterWait: wait, isUrgent: isUrgent)
    var outcome = ReleaseOutcome.givenBack
    defer { ended(permit, outcome) }
    return try await attempt(&outcome)
  }
}

// MARK: - What it is doing

extension ReleaseGate {
  /// How many destinations are known.
  package var destinationCount: Int { state.withLock { $0.destinations.count } }

  /// How many tasks wait for a destination.
  package func waiterCount(at destination: String) -> Int {
    state.withLock { $0.destinations[destination]?.waiterCount ?? 0 }
  }

  /// The machine of a destination, as a copy; nil where nothing is known of it.
  package func machine(of destination: String) -> DestinationRelease? {
    state.withLock { $0.destinations[destination]?.machine }
  }
}

// MARK: - Waiting

extension ReleaseGate {
  private func turn(of ticket: ReleaseTicket) async throws -> ReleasePermit {
    var signal = await signal(to: ticket)
    while true {
      switch signal {
      case .permit(let permit):
        guard Task.isCancelled else { return permit }
        ended(permit, .givenBack)
        throw CancellationError()
      case .keepTime: signal = await keepTime(for: ticket)
      case .cancelled: throw CancellationError()
      }
    }
  }

  /// Waits with the timer running; it stops when the wait ends.
  ///
  /// Apart from the others' wait, whose frames need not hold the child task.
  @inline(never)
  private func keepTime(for ticket: ReleaseTicket) async -> ReleaseSignal {
    let due = state.withLock { $0.timerSet() }
    async let _: Void = fireTimer(at: due)
    return await signal(to: ticket)
  }

  private func fireTimer(at due: BootInstant?) async {
    guard let due else { return }
    // No further than an hour, which any clock can sleep; what is left is slept again.
    let delay = min(now().duration(to: due), .seconds(3600))
    guard (try? await sleep(delay)) != nil else { return }
    let moment = now()
    perform { $0.timerFired(at: moment) }
  }

  private func signal(to ticket: ReleaseTicket) async -> ReleaseSignal {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let moment = now()
        let isCancelled = perform { state in
          // Looked at under the lock: a cancellation from here on finds the waiter parked.
          guard !Task.isCancelled else {
            state.left(ticket, at: moment)
            return true
          }
          state.parked(ticket, continuation, at: moment)
          return false
        }
        if isCancelled { continuation.resume(returning: .cancelled) }
      }
    } onCancel: {
      let moment = now()
      perform { $0.cancelled(ticket, at: moment) }
    }
  }

  /// Changes the state under the lock, and wakes whoever is to be woken after it.
  @discardableResult
  private func perform<Result: Sendable>(
    _ change: (inout ReleaseGateState) -> Result
  ) -> Result {
    let (result, wakes) = state.withLock { state in
      let result = change(&state)
      return (result, state.takeWakes())
    }
    for wake in wakes { wake.continuation.resume(returning: wake.signal) }
    return result
  }
}
