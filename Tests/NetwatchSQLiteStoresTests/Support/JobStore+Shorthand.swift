import NetwatchJobs
import NetwatchSQLiteStores

extension JobStore {
  /// Claims jobs of one lane, by default that of a plain job.
  func claim(
    _ limit: Int = 1,
    of lane: JobLane = NewJob.plain.lane,
    lease: Duration = .seconds(60)
  ) async throws -> [ClaimedJob] {
    let claim = JobClaim(
      destination: lane.destination,
      lanes: [lane],
      limit: limit,
      isExclusive: false,
      paceRevision: 0
    )
    return try await turn(StoreTurn(worker: "test", lease: lease, claims: [claim])).claimed
  }

  /// The error of a call; nil where it succeeded.
  func failure<Value>(_ body: (Self) async throws -> Value) async -> JobStoreError? {
    do {
      _ = try await body(self)
      return nil
    } catch {
      return error as? JobStoreError
    }
  }
}

extension NewJob {
  /// A job like any other.
  static let plain = NewJob(kind: "mail", payload: [1])

  /// The same, with other options.
  static func plain(_ options: JobOptions) -> NewJob {
    NewJob(kind: "mail", payload: [1], options: options)
  }
}
