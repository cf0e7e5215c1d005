import NetwatchCore

/// A run of this scheduler, from its claim until the store has taken its report.
struct ActiveRun {
  /// Why its task was cancelled.
  enum Stop: Hashable {
    /// The job is not ours any more: nothing is reported.
    case revoked

    /// The deadline has come.
    case deadline

    /// The scheduler stops: the attempt is given back.
    case shutdown
  }

  let lane: JobLane

  /// Whose the job is; nil where it is nobody's.
  let owner: String?
  let stamp: ReleaseStamp
  let deadline: BootInstant?

  /// The task of the handler; nil once it has ended.
  var task: Task<Void, Never>?

  /// Why the task was cancelled; nil where it was not.
  var stop: Stop?

  /// Whether the handler has ended.
  var hasEnded = false
}
