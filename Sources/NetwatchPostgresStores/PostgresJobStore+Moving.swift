public import NetwatchJobs

extension PostgresJobStore: MovableJobStore {
  /// Has no more jobs submitted or claimed, for good; see `MovableJobStore`.
  public func beginMove() async throws {
    try await mailbox.answer(to: statements.beginMove) { _ in }
  }

  /// The jobs that are not finished, by their numbers; see `MovableJobStore`.
  public func exportPage(after: JobID?, limit: Int) async throws -> [MovedJob] {
    guard limit > 0 else { return [] }
    let page = statements.page(after: after, limit: limit)
    return try await mailbox.answer(to: page) { [identity] result throws(JobStoreError) in
      try result.rows.map { row throws(JobStoreError) in
        try MovedJob(result, row, identity: identity)
      }
    }
  }

  /// Removes jobs that stand in another store now; see `MovableJobStore`.
  public func removeMoved(_ ids: [JobID]) async throws {
    try await mailbox.answer(to: statements.removeMoved(ids)) { _ in }
  }

  /// Stores jobs of another store, each once; see `MovableJobStore`.
  public func importJobs(_ jobs: [MovedJob], from source: String) async throws -> Int {
    for job in jobs { try check(job.job) }
    guard !jobs.isEmpty else { return 0 }
    let ordered = jobs.sorted { $0.id < $1.id }
    let count = try await mailbox.answer(to: statements.importJobs(ordered, from: source)) {
      Int($0.value(0, 0, as: Int32.self) ?? 0)
    }
    if count > 0 { observers.tell([.elsewhere]) }
    return count
  }

  /// The number of the last job that came from a store; see `MovableJobStore`.
  public func lastMoved(from source: String) async throws -> JobID? {
    try await mailbox.answer(to: statements.lastMoved(from: source)) { result in
      result.value(0, 0, as: Int64.self).map(JobID.init(rawValue:))
    }
  }
}
