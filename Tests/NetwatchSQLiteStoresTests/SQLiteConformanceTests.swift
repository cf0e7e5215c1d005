import NetwatchTestSupport
import Testing

@Suite("An SQLite file as a store of jobs")
struct SQLiteConformanceTests {
  @Test("It keeps what stores promise", arguments: StoreConformance.cases)
  func promise(_ promise: ConformanceCase) async throws {
    try await promise.run(SQLiteFixture())
  }
}
