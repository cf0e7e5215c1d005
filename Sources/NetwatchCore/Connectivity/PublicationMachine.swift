/// Decides what observers are told: when, as ``FlapDamper`` allows, and only what is news to them.
///
/// While a flip of availability is pending the published state stands whole: nothing half-changed is
/// shown.
struct PublicationMachine: Sendable {
  /// What becomes of a settled state.
  enum Outcome: Hashable, Sendable {
    /// Observers are not told yet, and perhaps never.
    case held

    /// Observers know now.
    case told(ConnectivityActions.Publication)
  }

  private var damper: FlapDamper
  /// What made the monitor look when it found the flip that is pending.
  private(set) var pendingCause: ChangeCause?

  /// What observers were told last.
  private(set) var published: ConnectivityState

  /// The first state is told at once.
  init(settings: FlapDamper.Settings, first state: ConnectivityState) {
    damper = FlapDamper(settings: settings, available: state.isConnectionAssumedAvailable)
    published = state
  }

  /// When the pending flip is due.
  var deadline: BootInstant? { damper.deadline }

  /// Whether the pending flip, where there is one, is a loss.
  var isLossPending: Bool { damper.publishedAvailability }

  /// How many losses were published in the minute before a moment.
  func flaps(at now: BootInstant) -> Int { damper.flaps(at: now) }

  /// This is what is.
  ///
  /// - Parameters:
  ///   - state: The settled state.
  ///   - isConfirmedLoss: Whether the kernel has confirmed that this host cannot send; that is told
  ///     undamped.
  ///   - moment: When it was found.
  /// - Returns: What becomes of it.
  mutating func settled(
    _ state: ConnectivityState,
    isConfirmedLoss: Bool,
    at moment: Moment
  ) -> Outcome {
    let decision =
      isConfirmedLoss
      ? damper.lossConfirmed(at: moment.instant)
      : damper.settled(available: state.isConnectionAssumedAvailable, at: moment.instant)
    guard decision == .publish else {
      pendingCause = pendingCause ?? state.cause
      return .held
    }
    return .told(tell(state, at: moment))
  }

  /// This is what somebody reads while nobody watches: there is nothing to damp.
  mutating func read(_ state: ConnectivityState, at moment: Moment) {
    damper.told(available: state.isConnectionAssumedAvailable)
    _ = tell(state, at: moment)
  }

  private mutating func tell(
    _ settled: ConnectivityState,
    at moment: Moment
  ) -> ConnectivityActions.Publication {
    let isNew = !settled.isEquivalent(to: published)
    var state = settled
    if state.isConnectionAssumedAvailable != published.isConnectionAssumedAvailable {
      state.cause = pendingCause ?? state.cause
    }
    pendingCause = nil
    // What observers learn now is that the level has changed; what did not reach them never was.
    state.since = state.level == published.level ? published.since : moment.wall
    if !isNew {
      state.cause = published.cause
      state.time = published.time
    }
    guard state != published else { return .none }
    published = state
    return isNew ? .publish(state) : .refresh(state)
  }
}
