/// Events that are counted together: those of one share never push out those of the other.
///
/// Whoever may submit jobs makes as many events of jobs as they like. What is known of the network must
/// not depend on that.
enum HistoryShare: Int64, CaseIterable, Hashable, Sendable {
  /// States, probes, and notes of missing events.
  case others = 0

  /// Changes of jobs.
  case jobs = 1
}

extension HistoryEvent {
  /// What it counts against.
  var share: HistoryShare { kind == .job ? .jobs : .others }
}

/// What is known of a share without looking.
struct KeptEvents {
  /// How many events there are.
  var count = 0

  /// The largest id up to which events were removed, or found to be gone.
  var position: Int64 = 0
}
