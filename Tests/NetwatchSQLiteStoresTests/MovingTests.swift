import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("Moving jobs out of an SQLite store, and into one")
struct MovingTests {
  private let source: SQLiteFixture
  private let target: SQLiteFixture

  init() throws { (source, target) = (try SQLiteFixture(), try SQLiteFixture()) }

  private func stores() async throws -> (SQLiteJobStore, SQLiteJobStore) {
    _ = try await source.makeStore(limits: JobLimits())
    _ = try await target.makeStore(limits: JobLimits())
    return (try await source.open(), try await target.open())
  }

  @Test("A job arrives with everything that it had, its times as far as they have run")
  func arrival() async throws {
    let (from, to) = try await stores()
    let options = JobOptions(
      destination: "api.example",
      requirement: .route,
      priority: .low,
      uniqueKey: "day-1",
      deadline: .seconds(600),
      owner: "1000"
    )
    let id = try await from.submit([.plain(options)])[0].id
    let run = try #require(try await from.claim(of: NewJob.plain(options).lane).first?.run)
    var history = JobHistory()
    history.retries.retried(proposedBy: "retryWithBackoff")
    history.attempts.append(JobAttempt(number: 1, time: 7, failure: "refused", reason: "again"))
    let report = JobReport(
      run: run,
      outcome: .again(after: .seconds(90), isCounted: true),
      history: history
    )
    _ = try await from.turn(StoreTurn(worker: "test", lease: .zero, reports: [report]))
    let before = try #require(try await from.job(id))
    source.clocks.advance(by: .seconds(30))

    let page = try await from.exportPage(after: nil, limit: 10)
    #expect(try await to.importJobs(page, from: from.identity) == 1)
    try await from.removeMoved(page.map(\.id))

    let after = try #require(try await to.jobs(matching: JobQuery()).first)
    #expect(after.idempotencyKey == before.idempotencyKey)
    #expect(after.history == history)
    #expect(after.attempt == 1)
    #expect(after.created == before.created)
    #expect(after.options.priority == .low)
    #expect(after.options.uniqueKey == "day-1")
    #expect(after.options.owner == "1000")
    #expect(after.options.deadline == .seconds(570))
    #expect(after.state == .waiting)
    #expect(after.remaining == .seconds(60))
    #expect(try await from.statistics() == .none)
    await from.close()
    await to.close()
  }

  @Test("What came before does not come again, and the last number is told")
  func twice() async throws {
    let (from, to) = try await stores()
    let ids = try await from.submit(Array(repeating: .plain, count: 5)).map(\.id)
    #expect(try await to.lastMoved(from: from.identity) == nil)
    let first = try await from.exportPage(after: nil, limit: 3)
    #expect(first.map(\.id) == Array(ids[..<3]))
    #expect(try await to.importJobs(first, from: from.identity) == 3)
    #expect(try await to.importJobs(first, from: from.identity) == 0)
    #expect(try await to.lastMoved(from: from.identity) == ids[2])
    let all = try await from.exportPage(after: nil, limit: 10)
    #expect(try await to.importJobs(all, from: from.identity) == 2)
    #expect(try await to.importJobs(all, from: "another") == 5)
    #expect(try await to.statistics().states == [.ready: 10])
    await from.close()
    await to.close()
  }

  @Test("A job whose key stands in the new store already is that job")
  func key() async throws {
    let (from, to) = try await stores()
    let job = NewJob.plain(JobOptions(uniqueKey: "day-1"))
    _ = try await from.submit([job])
    _ = try await to.submit([job])
    let page = try await from.exportPage(after: nil, limit: 10)
    #expect(try await to.importJobs(page, from: from.identity) == 0)
    #expect(try await to.lastMoved(from: from.identity) == page.last?.id)
    #expect(try await to.statistics().states == [.ready: 1])
    await from.close()
    await to.close()
  }

  @Test("A store whose jobs move gives and takes none, for others that have it open too")
  func noMore() async throws {
    let (from, to) = try await stores()
    let second = try await source.open()
    _ = try await from.submit([.plain, .plain])
    let run = try #require(try await from.claim().first?.run)
    for _ in 1...2 { try await from.beginMove() }
    #expect(try await second.look(StoreLook()).lanes == [])
    #expect(try await second.claim(9).isEmpty)
    let error = await second.failure { try await $0.submit([.plain]) }
    #expect(error?.code == .closed)
    #expect(error?.message.contains("moved to another store") == true)
    let sql = "INSERT INTO netwatch_submit (kind) VALUES ('mail');"
    let output = try SQLiteShell.run(sql, on: source.path)
    #expect(output.stderr.contains("netwatch_submit: the queue is being moved to another store"))
    let report = JobReport(run: run, outcome: .succeeded)
    let turn = StoreTurn(worker: "test", lease: .zero, reports: [report])
    #expect(try await second.turn(turn).lost == [])
    #expect(try await from.exportPage(after: nil, limit: 9).count == 1)
    await from.close()
    await to.close()
    await second.close()
  }
}

extension StoreStatistics {
  /// Those of a store without a job.
  fileprivate static let none = StoreStatistics(
    states: [:],
    bytes: 0,
    kinds: [:],
    destinations: [:],
    oldest: nil
  )
}
