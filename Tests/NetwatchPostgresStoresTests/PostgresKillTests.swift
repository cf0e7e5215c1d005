import NetwatchCore
import NetwatchJobs
import NetwatchPostgresStores
import NetwatchTestSupport
import Testing

@Suite("A PostgreSQL store whose workers are killed", .needsPostgres, .timeLimit(.minutes(20)))
struct PostgresKillTests {
  private let cluster: PostgresCluster
  private let folder: TemporaryFolder

  init() throws {
    // A server of its own: the workers use the default schema.
    cluster = try PostgresCluster(settings: ["fsync": "off"])
    folder = try TemporaryFolder()
  }

  private var harness: KillHarness {
    KillHarness(store: ["postgres", cluster.connectionString], journal: folder.file("journal"))
  }

  @Test("Four processes, killed at random moments: every accepted job runs, one run at a time")
  func kills() async throws {
    let report = try await harness.run(rounds: KillHarness.rounds, seed: 2)
    #expect(report.drained == nil)
    #expect(report.accepted.count > KillHarness.rounds)
    #expect(report.accepted.subtracting(report.ended).isEmpty)
    #expect(report.overlaps == [])
    #expect(report.staleTokens == [])
  }

  @Test("The job of a killed worker begins again when its lease has ended, not before")
  func lease() async throws {
    let store = try await PostgresJobStore.open(cluster.connectionString)
    let id = try await store.submit([NewJob(kind: "work", payload: [])])[0].id
    let (runs, delay) = try await harness.runTwice()
    #expect(runs == [JobRun(id: id, token: 1), JobRun(id: id, token: 2)])
    #expect(delay >= .milliseconds(1_900), "the lease is 2 s")
    let job = try #require(try await store.job(id))
    #expect(job.state == .succeeded)
    #expect(job.attempt == 2)
    let stale = JobReport(run: runs[0], outcome: .dead(reason: "from the dead"))
    let turn = StoreTurn(worker: "dead", lease: .seconds(1), reports: [stale])
    #expect(try await store.turn(turn).lost == [runs[0]])
  }
}
