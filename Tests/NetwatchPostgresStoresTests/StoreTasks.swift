import NetwatchJobs
import NetwatchPostgresStores

/// The jobs of the tests, and what is done with them, in short forms.
extension PostgresJobStore {
  static let lane = NewJob(kind: "mail", payload: []).lane

  /// Submits a job whose payload is a number.
  @discardableResult
  func submit(_ number: Int, key: String? = nil) async throws -> JobReceipt {
    try await submit([
      NewJob(kind: "mail", payload: Array("\(number)".utf8), options: JobOptions(uniqueKey: key))
    ])[0]
  }

  /// Claims jobs, and reports those that were claimed before as done.
  func take(
    _ limit: Int,
    finishing runs: [JobRun] = [],
    isExclusive: Bool = false,
    lease: Duration = .seconds(60)
  ) async throws -> StoreTurnResult {
    let claim = JobClaim(
      destination: Self.lane.destination,
      lanes: [Self.lane],
      limit: limit,
      isExclusive: isExclusive,
      paceRevision: 0
    )
    let reports = runs.map { JobReport(run: $0, outcome: .succeeded) }
    return try await turn(
      StoreTurn(worker: "test", lease: lease, reports: reports, claims: limit > 0 ? [claim] : [])
    )
  }

  /// The payloads of all jobs, read as numbers.
  func numbers() async throws -> [Int] {
    try await jobs(matching: JobQuery(limit: 10_000))
      .compactMap { Int(String(decoding: $0.payload, as: UTF8.self)) }
  }
}
