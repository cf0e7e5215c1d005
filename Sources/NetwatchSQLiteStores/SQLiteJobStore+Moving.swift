package import NetwatchJobs

extension SQLiteJobStore: MovableJobStore {
  package func beginMove() async throws {
    try await call(.writing) { $0.totals.isMoving = true }
  }

  package func exportPage(after: JobID?, limit: Int) async throws -> [MovedJob] {
    try await call(.reading) { try $0.exportPage(after: after, limit: limit) }
  }

  package func removeMoved(_ ids: [JobID]) async throws {
    try await call(.writing) { try $0.removeMoved(ids) }
  }

  package func importJobs(_ jobs: [MovedJob], from source: String) async throws -> Int {
    for job in jobs { try job.job.check(payloadLimit: limits.payload) }
    return try await call(.writing) { try $0.importJobs(jobs, from: source) }
  }

  package func lastMoved(from source: String) async throws -> JobID? {
    try await call(.reading) { try $0.lastMoved(from: source) }
  }
}
