import NetwatchJobs

/// What observers are told once the transaction stands.
struct PendingChanges {
  private var ready: Set<JobLane> = []
  private var due: Duration?
  private var revoked: [JobID] = []

  /// A job became ready.
  mutating func ready(_ lane: JobLane) { ready.insert(lane) }

  /// Time will bring something.
  mutating func due(after delay: Duration) { due = min(due ?? delay, delay) }

  /// A running job was cancelled.
  mutating func revoked(_ id: JobID) { revoked.append(id) }

  /// The changes, each once.
  var all: [StoreChange] {
    ready.map { .ready($0) } + (due.map { [.due(after: $0)] } ?? []) + revoked.map { .revoked($0) }
  }
}
