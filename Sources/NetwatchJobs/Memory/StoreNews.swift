/// What observers are to be told after a call: once for each lane, and of the first job that is due.
struct StoreNews: Sendable {
  var lanes: [JobLane] = []
  var due: Duration?
  var revoked: [JobID] = []

  var isEmpty: Bool { lanes.isEmpty && due == nil && revoked.isEmpty }

  var changes: [StoreChange] {
    lanes.map(StoreChange.ready) + (due.map { [.due(after: $0)] } ?? [])
      + revoked.map(StoreChange.revoked)
  }
}
