/// A waiter of one destination.
struct ReleaseWaiter: Hashable, Sendable {
  /// Larger than that of all who came before.
  let id: UInt64
  let isUrgent: Bool
}

/// Where a waiter of a ``ReleaseGate`` is to be found.
struct ReleaseTicket: Hashable, Sendable {
  let destination: String
  let waiter: ReleaseWaiter
}

/// What a waiter is woken for.
enum ReleaseSignal: Sendable {
  /// Its turn has come.
  case permit(ReleasePermit)

  /// The gate's timer is its to keep, or to set anew, until its turn comes.
  case keepTime

  /// Its task was cancelled, and the gate has forgotten it.
  case cancelled
}
