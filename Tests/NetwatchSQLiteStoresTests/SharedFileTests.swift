import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("An SQLite file that several use", .timeLimit(.minutes(1)))
struct SharedFileTests {
  private let fixture: SQLiteFixture

  init() throws { fixture = try SQLiteFixture() }

  /// Counts what a store says of others.
  private func count(_ store: any JobStore) -> (StoreObservation, @Sendable () -> Int) {
    let counter = Counter()
    let observation = store.observe { if case .elsewhere = $0 { counter.increase() } }
    return (observation, { counter.value })
  }

  private final class Counter: Sendable {
    private let count = Lock(0)
    var value: Int { count.withLock { $0 } }
    func increase() { count.withLock { $0 += 1 } }
  }

  @Test("A job that two processes want goes to one of them")
  func claims() async throws {
    let first = try await fixture.makeStore(limits: JobLimits())
    let second = try await fixture.open()
    let ids = try await first.submit(Array(repeating: .plain, count: 200)).map(\.id)
    let claimed = try await withThrowingTaskGroup(of: [JobID].self) { group in
      for store in [first, second, first, second] {
        group.addTask {
          var ids: [JobID] = []
          while let job = try await store.claim().first { ids.append(job.run.id) }
          return ids
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(claimed.sorted() == ids)
    await first.close()
    await second.close()
  }

  @Test("Who wants to write while another program does waits for it, and succeeds")
  func heldForTwoSeconds() async throws {
    let store = try await fixture.makeStore(limits: JobLimits())
    let ids = try await store.submit([.plain]).map(\.id)
    let shell = try await SQLiteShell.hold(fixture.path)
    let clock = ContinuousClock()
    let beginning = clock.now
    async let claimed = store.claim()
    try await Task.sleep(for: .seconds(2))
    try shell.write("COMMIT;\n")
    #expect(try await claimed.map(\.run.id) == ids)
    #expect(clock.now - beginning >= .seconds(2))
    shell.closeInput()
    await store.close()
  }

  @Test("Reading goes on while another program writes")
  func readingMeanwhile() async throws {
    let store = try await fixture.makeStore(limits: JobLimits())
    let id = try await store.submit([.plain])[0].id
    let shell = try await SQLiteShell.hold(fixture.path)
    #expect(try await store.job(id) != nil)
    #expect(try await store.statistics().states == [.ready: 1])
    #expect(try await store.look(StoreLook()).lanes == [NewJob.plain.lane])
    shell.closeInput()
    await store.close()
  }

  @Test("Cancelling who waits for another program answers at once, and leaves nothing behind")
  func cancelled() async throws {
    let store = try await fixture.makeStore(limits: JobLimits())
    let shell = try await SQLiteShell.hold(fixture.path)
    let waiting = Task { try await store.submit([.plain]) }
    let queued = Task { try await store.submit([.plain]) }
    try await Task.sleep(for: .milliseconds(50))
    let clock = ContinuousClock()
    let moment = clock.now
    for task in [waiting, queued] {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(clock.now - moment < .milliseconds(50))
    try shell.write("COMMIT;\n")
    shell.closeInput()
    await store.close()
  }

  @Test("What another process submits is told, once it is there to be seen")
  func notice() async throws {
    let store = try await fixture.makeStore(limits: JobLimits())
    let (observation, count) = count(store)
    for round in 1...20 {
      let before = count()
      let sql = "INSERT INTO netwatch_submit (kind) VALUES ('mail');"
      try SQLiteShell.check(sql, on: fixture.path)
      try await eventually(within: .seconds(5)) { count() > before }
      #expect(try await store.claim(9).count == 1, "round \(round)")
    }
    withExtendedLifetime(observation) {}
    await store.close()
  }

  @Test("A transaction that takes its time is told when it stands")
  func slowNotice() async throws {
    let store = try await fixture.makeStore(limits: JobLimits())
    let (observation, count) = count(store)
    let shell = try ChildProcess.start(["sqlite3", fixture.path], input: .written)
    // A cache of few pages makes SQLite write to the log before the transaction ends.
    try shell.write(
      """
      PRAGMA cache_size = 2;
      BEGIN IMMEDIATE;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO netwatch_submit (kind, payload) SELECT 'mail', zeroblob(4000) FROM n;
      SELECT 'written';

      """
    )
    _ = try await shell.nextLine()
    try await Task.sleep(for: .milliseconds(300))
    #expect(count() == 0)
    try shell.write("COMMIT;\n")
    try await eventually(within: .seconds(5)) { count() > 0 }
    #expect(try await store.claim(1_000).count == 500)
    shell.closeInput()
    withExtendedLifetime(observation) {}
    await store.close()
  }

  @Test("What a store does itself is not told as if others had done it")
  func ownWrites() async throws {
    let store = try await fixture.makeStore(limits: JobLimits())
    let (observation, count) = count(store)
    for _ in 0..<50 { _ = try await store.submit([.plain]) }
    try await Task.sleep(for: .milliseconds(50))
    #expect(count() == 0)
    withExtendedLifetime(observation) {}
    await store.close()
  }

  @Test("A call that SQLite refuses does not take those along that share its transaction")
  func guilty() async throws {
    let store = try await fixture.makeStore(limits: JobLimits())
    try SQLiteShell.check(
      """
      CREATE TRIGGER poison BEFORE INSERT ON netwatch_jobs WHEN NEW.payload = x'ff'
      BEGIN SELECT RAISE(ABORT, 'poison'); END;
      """,
      on: fixture.path
    )
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        let payload: [UInt8] = number % 10 == 0 ? [255] : [0]
        group.addTask {
          await store.failure { try await $0.submit([NewJob(kind: "mail", payload: payload)]) }
            == nil
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0 } == 90)
    #expect(try await store.statistics().states == [.ready: 90])
    await store.close()
  }
}
