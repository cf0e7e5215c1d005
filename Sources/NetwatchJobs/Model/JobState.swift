/// What a job is doing, as stores keep it.
///
/// Whether a ready job is parked is not among it: that depends on who looks, and when.
public enum JobState: Int8, Hashable, Sendable, CaseIterable, Codable {
  /// It may run as soon as its requirement is met and its destination is open.
  ///
  /// - Next: `running`, `dead` (its deadline passes), `cancelled`.
  case ready = 0

  /// It is not due yet: after a failure, or because it was submitted for later.
  ///
  /// - Next: `ready`, `dead`, `cancelled`.
  case waiting = 1

  /// A worker has it, until its lease ends.
  ///
  /// - Next: `succeeded`, `ready`, `waiting`, `dead`, `cancelled`.
  case running = 2

  /// Its handler returned.
  case succeeded = 3

  /// It failed for good, and is kept for inspection.
  ///
  /// - Next: `ready`, when somebody asks for it.
  case dead = 4

  /// Somebody cancelled it.
  ///
  /// - Next: `ready`, when somebody asks for it.
  case cancelled = 5
}

extension JobState {
  /// Whether there is nothing more to be done.
  public var isFinal: Bool {
    switch self {
    case .ready, .waiting, .running: false
    case .succeeded, .dead, .cancelled: true
    }
  }
}

extension JobState: CustomStringConvertible {
  /// The state in a word.
  public var description: String {
    switch self {
    case .ready: "ready"
    case .waiting: "waiting"
    case .running: "running"
    case .succeeded: "succeeded"
    case .dead: "dead"
    case .cancelled: "cancelled"
    }
  }
}
