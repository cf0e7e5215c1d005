import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchSQLiteStores

@Suite("The versions of an SQLite store")
struct VersionTests {
  private let fixture: SQLiteFixture

  init() throws { fixture = try SQLiteFixture() }

  /// All that the store has made in a file.
  private func schema(_ path: String) throws -> String {
    try SQLiteShell.check(
      "SELECT type, name, sql FROM sqlite_schema WHERE name LIKE 'netwatch%' ORDER BY name;",
      on: path
    )
  }

  private func openFirst() async throws -> SQLiteJobStore {
    try SQLiteShell.check(FirstVersion.file, on: fixture.path)
    return try await fixture.open()
  }

  private func id(_ number: Int64) -> JobID { JobID(rawValue: number) }

  @Test("The first migration makes what it always made")
  func first() throws {
    let (old, new) = (fixture.folder.file("old.db"), fixture.folder.file("new.db"))
    try SQLiteShell.check(FirstVersion.schema, on: old)
    try SQLiteShell.check(StoreSchema.jobs.migrations[0], on: new)
    #expect(try schema(new) == schema(old))
  }

  @Test("A file of the first version becomes one like those that are made anew")
  func sameSchema() async throws {
    await (try openFirst()).close()
    let new = fixture.folder.file("new.db")
    await (try SQLiteJobStore.open(path: new)).close()
    #expect(try schema(fixture.path) == schema(new))
    #expect(try SQLiteShell.check("PRAGMA integrity_check;", on: fixture.path) == "ok")
    #expect(try SQLiteShell.check("PRAGMA user_version;", on: fixture.path) == "4")
  }

  @Test("The jobs of a file of the first version are what they were")
  func jobs() async throws {
    let store = try await openFirst()
    #expect(store.identity == "first")
    let jobs = try await store.jobs(matching: JobQuery())
    #expect(jobs.map(\.id.rawValue) == [1, 2, 3, 4, 5, 6])
    #expect(jobs.map(\.state) == [.ready, .waiting, .running, .dead, .running, .waiting])
    #expect(jobs.map(\.options.owner) == Array(repeating: nil, count: 6))
    #expect(jobs.map(\.options.uniqueKey) == ["k1", nil, nil, "k1", "k2", nil])
    #expect(jobs.map(\.payload.count) == [1, 1, 1, 1, 10_000, 1])
    #expect(jobs[0].options.priority == .high)
    #expect(jobs[1].remaining == .seconds(60))
    #expect(jobs[3].reason == "no")
    #expect(jobs[3].history.attempts.records.map(\.failure) == ["f"])
    #expect(jobs[3].history.retries.lastProposer == "again")
    #expect(jobs[4].options.deadline == .seconds(950))
    #expect(jobs[5].idempotencyKey == "other-6")
    let named = try await store.jobs(matching: JobQuery(uniqueKeys: ["k1"]))
    #expect(named.map(\.id) == [id(1), id(4)])
    let usage = Set(try await store.usage())
    #expect(
      usage == [
        StoreUsage(owner: nil, destination: "default", jobs: 4, bytes: 10_003),
        StoreUsage(owner: nil, destination: "d", jobs: 1, bytes: 1),
      ]
    )
    await store.close()
  }

  @Test("The jobs of a file of the first version go on")
  func goingOn() async throws {
    let store = try await openFirst()
    let report = JobReport(run: JobRun(id: id(5), token: 1), outcome: .succeeded)
    let turn = StoreTurn(worker: "test", lease: .zero, reports: [report])
    #expect(try await store.turn(turn).lost == [])
    let twin = try await store.submit([.plain(JobOptions(uniqueKey: "k1", owner: "me"))])
    #expect(twin == [JobReceipt(id: id(1), isDuplicate: true)])
    #expect(await store.failure { try await $0.retryNow(id(4)) }?.code == .invalid)
    _ = try await store.cancel(id(1))
    #expect(try await store.retryNow(id(4))?.to == .ready)
    fixture.clocks.advance(by: .seconds(61))
    let changes = try await store.look(StoreLook()).transitions
    #expect(Set(changes.map(\.id)) == [id(2), id(3)])
    #expect(try await store.claim(9).map(\.run.id) == [id(4), id(2), id(3)])
    let new = try await store.submit([.plain(JobOptions(owner: "me"))])
    #expect(new.map(\.id) == [id(7)])
    #expect(try await store.jobs(matching: JobQuery(owner: "me")).map(\.id) == [id(7)])
    await store.close()
  }

  @Test("What others have made over the jobs of the first version stays as it is")
  func foreign() async throws {
    await (try openFirst()).close()
    #expect(try SQLiteShell.check("SELECT id FROM mine;", on: fixture.path) == "4")
    let sql = "SELECT sql FROM sqlite_schema WHERE name = 'mine';"
    let view = "CREATE VIEW mine AS SELECT id FROM netwatch_jobs WHERE state = 4"
    #expect(try SQLiteShell.check(sql, on: fixture.path) == view)
  }

  @Test("Whoever has a file of the first version open goes on when it is brought up to date")
  func others() async throws {
    try SQLiteShell.check(FirstVersion.file, on: fixture.path)
    let shell = try ChildProcess.start(["sqlite3", fixture.path], input: .written)
    try shell.write("SELECT count(*) FROM netwatch_jobs;\n")
    #expect(try await shell.nextLine() == "6")
    let store = try await fixture.open()
    try shell.write("INSERT INTO netwatch_submit (kind) VALUES ('mail'); SELECT 'done';\n")
    #expect(try await shell.nextLine() == "done")
    #expect(try await store.job(id(7))?.state == .ready)
    await store.close()
    shell.signal(15)
    try await shell.waitForExit()
  }
}
