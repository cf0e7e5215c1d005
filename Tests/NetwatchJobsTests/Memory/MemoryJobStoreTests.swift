import NetwatchJobs
import NetwatchTestSupport
import Testing

@Suite("The store in memory", .timeLimit(.minutes(1)))
struct MemoryJobStoreTests {
  @Test("It does what every store does", arguments: StoreConformance.cases)
  func conforms(_ behaviour: ConformanceCase) async throws {
    try await behaviour.run(MemoryFixture())
  }
}
