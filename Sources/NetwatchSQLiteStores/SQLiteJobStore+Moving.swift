public import NetwatchJobs

extension SQLiteJobStore: MovableJobStore {
  /// Has no more jobs submitted or claimed, for good; see `MovableJobStore`.
  public func beginMove() async throws {
    try await call(.writing) { $0.totals.isMoving = true }
  }

  /// The jobs that are not finished, by their numbers; see `MovableJobStore`.
  public func exportPage(after: JobID?, limit: Int) async throws -> [MovedJob] {
    try await call(.reading) { try $0.exportPage(after: after, limit: limit) }
  }

  /// Removes jobs that stand in another store now; see `MovableJobStore`.
  public func removeMoved(_ ids: [JobID]) async throws {
    try await call(.writing) { try $0.removeMoved(ids) }
  }

  /// Stores jobs of another store, each once; see `MovableJobStore`.
  public func importJobs(_ jobs: [MovedJob], from source: String) async throws -> Int {
    for job in jobs { try job.job.check(payloadLimit: limits.payload) }
    return try await call(.writing) { try $0.importJobs(jobs, from: source) }
  }

  /// The number of the last job that came from a store; see `MovableJobStore`.
  public func lastMoved(from source: String) async throws -> JobID? {
    try await call(.reading) { try $0.lastMoved(from: source) }
  }
}
