import NetwatchJobs

/// Jobs that do nothing, and how they are taken from a store.
enum JobLoad {
  private static let batch = 64

  static let job = NewJob(
    kind: "bench",
    payload: Array(#"{"to":"someone@example.org","body":"hello"}"#.utf8),
    options: JobOptions(destination: "bench.example", requirement: .nothing)
  )

  /// A schema that nobody has used.
  static func newSchema() -> String { "bench \(UInt64.random(in: 0 ... .max))" }

  /// Submits so many jobs.
  static func fill(_ store: some JobStore, _ count: Int) async throws {
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
  static func takeAll(from store: some JobStore) async throws -> Int {
    let claim = JobClaim(
      destination: job.options.destination,
      lanes: [
        JobLane(
          destination: job.options.destination,
          kind: job.kind,
          requirement: job.options.requirement,
          isUrgent: false
        )
      ],
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
