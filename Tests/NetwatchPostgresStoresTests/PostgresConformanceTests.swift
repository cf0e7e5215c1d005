import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchPostgresStores

@Suite("The PostgreSQL store behaves like every job store", .needsPostgres)
struct PostgresConformanceTests {
  @Test("As a job store", arguments: StoreConformance.cases)
  func conforms(_ behaviour: ConformanceCase) async throws {
    try await behaviour.run(PostgresFixture())
  }
}

/// Stores in schemas of their own, whose time is moved by moving all that is stored back.
final class PostgresFixture: StoreFixture {
  private struct Newest {
    let database: PostgresDatabase
    let limits: JobLimits
    let store: PostgresJobStore
  }

  private let newest = Lock<Newest?>(nil)

  /// The database's clock does not stand still.
  var tolerance: Duration { .seconds(5) }

  func makeStore(limits: JobLimits) async throws -> any JobStore {
    let database = try PostgresDatabase()
    let store = try await database.open(limits)
    newest.withLock { $0 = Newest(database: database, limits: limits, store: store) }
    return store
  }

  func secondStore() async throws -> (any JobStore)? {
    guard let newest = newest.withLock({ $0 }) else { return nil }
    return try await newest.database.open(newest.limits)
  }

  func advance(by duration: Duration) async throws {
    guard let newest = newest.withLock({ $0 }) else { return }
    let milliseconds = Int64(duration / .milliseconds(1))
    let interval = "interval '1 millisecond' * \(milliseconds)"
    try await newest.store.run(
      newest.database.named(
        """
        UPDATE @.jobs SET created = created - \(interval), until = until - \(interval),
          deadline = deadline - \(interval), not_before = not_before - \(interval),
          finished = finished - \(interval), rank = rank - \(milliseconds)
        """
      )
    )
    try await newest.store.run(
      newest.database.named("UPDATE @.paces SET hold = hold - \(interval)")
    )
  }
}
