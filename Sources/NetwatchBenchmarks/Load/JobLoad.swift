import NetwatchJobs
import NetwatchPostgresStores
import NetwatchSQLiteStores

/// Jobs that do nothing, and how stores are filled with them and emptied.
enum JobLoad {
  private static let batch = 64

  /// The payload is as long as those that other queues are measured with.
  static let job = NewJob(kind: "nothing", payload: Array(repeating: 120, count: 200))

  /// Opens a store: a file, where the place begins with a slash; elsewhere a schema of its own in a
  /// PostgreSQL database, with the place as libpq's connection string.
  static func open(_ place: String) async throws -> any JobStore {
    let limits = JobLimits(jobs: 10_000_000, bytes: 1 << 40)
    if place.hasPrefix("/") {
      return try await SQLiteJobStore.open(path: place, limits: limits)
    }
    let schema = "bench \(UInt64.random(in: 0 ... .max))"
    return try await PostgresJobStore.open(place, schema: schema, limits: limits)
  }

  /// Submits so many jobs.
  static func fill(_ store: any JobStore, _ count: Int) async throws {
    var left = count
    while left > 0 {
      let now = min(left, 1_000)
      _ = try await store.submit(Array(repeating: job, count: now))
      left -= now
    }
  }

  /// Claims and finishes all jobs, each turn reporting what the one before has claimed.
  ///
  /// - Returns: How many jobs there were.
  static func takeAll(from store: any JobStore) async throws -> Int {
    let claim = JobClaim(
      destination: job.options.destination,
      lanes: [job.lane],
      limit: batch,
      isExclusive: false,
      paceRevision: 0
    )
    var finished = 0
    var turn = StoreTurn(worker: "bench", lease: .seconds(60), claims: [claim])
    while true {
      let claimed = try await store.turn(turn).claimed
      finished += turn.reports.count
      if claimed.isEmpty { return finished }
      turn.reports = claimed.map { JobReport(run: $0.run, outcome: .succeeded) }
    }
  }
}
