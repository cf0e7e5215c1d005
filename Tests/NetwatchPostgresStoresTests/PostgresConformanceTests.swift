import NetwatchCore
import NetwatchJobs
import NetwatchPostgresStores
import NetwatchTestSupport
import Testing

@Suite("The PostgreSQL store behaves like every job store", .needsPostgres)
struct PostgresConformanceTests {
  @Test("As a job store", arguments: StoreConformance.cases)
  func conforms(_ behaviour: ConformanceCase) async throws {
    try await behaviour.run(try PostgresFixture())
  }
}

/// Stores in schemas of their own, whose time is moved by moving all that is stored back.
final class PostgresFixture: StoreFixture {
  private let database: Lock<PostgresDatabase>

  init() throws {
    database = Lock(try PostgresDatabase())
  }

  /// The database's clock does not stand still.
  var tolerance: Duration { .seconds(5) }

  private var newest: PostgresDatabase { database.withLock { $0 } }

  func makeStore(limits: JobLimits) async throws -> any JobStore {
    let new = try PostgresDatabase()
    database.withLock { $0 = new }
    return try await new.open(limits)
  }

  func secondStore() async throws -> (any JobStore)? { try await newest.open() }

  func advance(by duration: Duration) async throws {
    let milliseconds = duration / .milliseconds(1)
    let interval = "interval '1 millisecond' * \(milliseconds)"
    try await newest.sql(
      """
      UPDATE @.jobs SET created = created - \(interval), until = until - \(interval),
        deadline = deadline - \(interval), not_before = not_before - \(interval),
        finished = finished - \(interval), rank = rank - \(milliseconds);
      UPDATE @.paces SET hold = hold - \(interval);
      """
    )
  }
}
