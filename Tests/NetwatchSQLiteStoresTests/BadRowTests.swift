import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("Rows of an SQLite store that somebody spoiled")
struct BadRowTests {
  private let fixture: SQLiteFixture

  init() throws { fixture = try SQLiteFixture() }

  /// Two jobs, the first of them spoiled by a statement.
  private func spoiled(_ change: String) async throws -> (any JobStore, [JobID]) {
    let store = try await fixture.makeStore(limits: JobLimits())
    let ids = try await store.submit([.plain, .plain]).map(\.id)
    try SQLiteShell.check("UPDATE netwatch_jobs SET \(change) WHERE id = 1;", on: fixture.path)
    return (store, ids)
  }

  @Test(
    "A history that can't be read counts as empty",
    arguments: ["attempts = '{broken'", "attempts = x'ff00', retries = 'many'"]
  )
  func history(_ change: String) async throws {
    let (store, ids) = try await spoiled(change)
    let claimed = try await store.claim(9)
    #expect(claimed.map(\.run.id) == ids)
    #expect(claimed.map(\.history) == [JobHistory(), JobHistory()])
    #expect(try await store.jobs(matching: JobQuery()).count == 2)
    await store.close()
  }

  @Test("A vanished worker is noted although the attempts before can't be read")
  func vanished() async throws {
    let (store, ids) = try await spoiled("attempts = '[]'")
    _ = try await store.claim(9, lease: .seconds(10))
    fixture.clocks.advance(by: .seconds(10))
    let transitions = try await store.look(StoreLook()).transitions
    #expect(transitions.map(\.id) == ids)
    #expect(try await store.job(ids[0])?.history.attempts.records.count == 1)
    await store.close()
  }

  @Test(
    "Numbers beyond all bounds do not stop the store",
    arguments: ["attempt", "token", "vanished", "rank", "deadline", "retries", "run_length"]
  )
  func numbers(_ column: String) async throws {
    for number in [Int64.max, .min] {
      let (store, ids) = try await spoiled("\(column) = \(number), proposer = 'someone'")
      _ = try await store.look(StoreLook())
      _ = try await store.claim(9, lease: .seconds(10))
      fixture.clocks.advance(by: .seconds(10))
      _ = try await store.look(StoreLook())
      #expect(try await store.jobs(matching: JobQuery()).map(\.id) == ids)
      #expect(try await store.exportPage(ids.count) <= 2)
      await store.close()
    }
  }

  @Test("A job in a lane that is not there keeps no other from running")
  func lane() async throws {
    let (store, ids) = try await spoiled("lane = 99")
    #expect(try await store.look(StoreLook()).lanes == [NewJob.plain.lane])
    #expect(try await store.claim(9).map(\.run.id) == [ids[1]])
    await store.close()
  }
}

extension JobStore {
  /// How many jobs a page of those that can be moved has.
  fileprivate func exportPage(_ limit: Int) async throws -> Int {
    guard let store = self as? any MovableJobStore else { return 0 }
    return try await store.exportPage(after: nil, limit: limit).count
  }
}
