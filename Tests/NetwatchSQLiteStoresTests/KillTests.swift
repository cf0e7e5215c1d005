import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("An SQLite store whose workers are killed", .timeLimit(.minutes(20)))
struct KillTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var harness: KillHarness {
    KillHarness(store: ["sqlite", folder.database], journal: folder.file("journal"))
  }

  @Test("Four processes, killed at random moments: every accepted job runs, one run at a time")
  func kills() async throws {
    let report = try await harness.run(rounds: KillHarness.rounds, seed: 1)
    #expect(report.drained == nil)
    #expect(report.accepted.count > KillHarness.rounds)
    #expect(report.accepted.subtracting(report.ended).isEmpty)
    #expect(report.overlaps == [])
    #expect(report.staleTokens == [])
    let store = try await SQLiteJobStore.open(path: folder.database)
    let states = try await store.statistics().states
    #expect(states[.dead, default: 0] == 0)
  }

  @Test("The job of a killed worker begins again when its lease has ended, not before")
  func lease() async throws {
    let store = try await SQLiteJobStore.open(path: folder.database)
    let id = try await store.submit([NewJob(kind: "work", payload: [])])[0].id
    let (runs, delay) = try await harness.runTwice()
    #expect(runs == [JobRun(id: id, token: 1), JobRun(id: id, token: 2)])
    #expect(delay >= .milliseconds(1_900), "the lease is 2 s")
    #expect(delay <= .seconds(6))
    let job = try #require(try await store.job(id))
    #expect(job.state == .succeeded)
    #expect(job.attempt == 2)
    try await refuses(runs[0], store)
  }

  @Test("Four processes share 200 jobs: each runs once")
  func shared() async throws {
    let store = try await SQLiteJobStore.open(path: folder.database)
    let receipts = try await store.submit(
      (0..<200).map { NewJob(kind: "work", payload: [UInt8($0)]) }
    )
    let report = try await harness.share()
    #expect(report.runCount == 200)
    #expect(report.ended == Set(receipts.map(\.id)))
  }

  @Test(
    "A job that ran when the machine went down runs again after the boot",
    .enabled(if: NetworkSandbox.isAvailable, "time namespaces are refused here")
  )
  func reboot() async throws {
    let store = try await SQLiteJobStore.open(path: folder.database)
    let id = try await store.submit([NewJob(kind: "work", payload: [])])[0].id
    // Ten days later by the clock that runs since the boot: another boot, as far as a process can see.
    let wrapper = ["unshare", "-T", "--boottime", "864000", "--"]
    let (runs, _) = try await harness.runTwice(through: wrapper)
    #expect(runs == [JobRun(id: id, token: 1), JobRun(id: id, token: 2)])
    #expect(try await store.job(id)?.state == .succeeded)
  }

  private func refuses(_ run: JobRun, _ store: SQLiteJobStore) async throws {
    let stale = JobReport(run: run, outcome: .dead(reason: "from the dead"))
    let turn = StoreTurn(worker: "dead", lease: .seconds(1), reports: [stale])
    #expect(try await store.turn(turn).lost == [run])
  }
}
