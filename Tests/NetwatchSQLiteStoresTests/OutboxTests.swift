import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("Submitting by SQL")
struct OutboxTests {
  private let fixture: SQLiteFixture

  init() throws { fixture = try SQLiteFixture() }

  private func open(_ limits: JobLimits = JobLimits()) async throws -> any JobStore {
    try await fixture.makeStore(limits: limits)
  }

  @Test("A job is submitted with the transaction that it is part of")
  func transaction() async throws {
    let store = try await open()
    try SQLiteShell.check(
      """
      CREATE TABLE orders (id INTEGER PRIMARY KEY);
      BEGIN;
      INSERT INTO orders VALUES (1);
      INSERT INTO netwatch_submit (kind, payload) VALUES ('mail', 'first');
      COMMIT;
      BEGIN;
      INSERT INTO orders VALUES (2);
      INSERT INTO netwatch_submit (kind, payload) VALUES ('mail', 'second');
      ROLLBACK;
      """,
      on: fixture.path
    )
    let jobs = try await store.jobs(matching: JobQuery())
    #expect(jobs.map(\.payload) == [Array("first".utf8)])
    #expect(try await store.claim(9).map(\.run.id) == jobs.map(\.id))
    #expect(try SQLiteShell.check("SELECT id FROM orders;", on: fixture.path) == "1")
    await store.close()
  }

  @Test("What is left out has the defaults of a job")
  func defaults() async throws {
    let store = try await open()
    try SQLiteShell.check(
      "INSERT INTO netwatch_submit (kind) VALUES ('mail');",
      on: fixture.path
    )
    let job = try #require(try await store.jobs(matching: JobQuery()).first)
    #expect(job.options == JobOptions())
    #expect(job.payload == [])
    #expect(job.state == .ready)
    #expect(job.idempotencyKey == "\(store.identity)-\(job.id)")
    await store.close()
  }

  @Test("Whatever a job can be asked for can be said")
  func columns() async throws {
    let store = try await open()
    try SQLiteShell.check(
      """
      INSERT INTO netwatch_submit VALUES
        ('mail', x'00ff', 'ö.example', 'high', 'day-1', 60000, 600000, 'route', '1000');
      """,
      on: fixture.path
    )
    let job = try #require(try await store.jobs(matching: JobQuery()).first)
    let expected = JobOptions(
      destination: "ö.example",
      requirement: .route,
      priority: .high,
      uniqueKey: "day-1",
      notBefore: .seconds(60),
      deadline: .seconds(600),
      owner: "1000"
    )
    #expect(job.options == expected)
    #expect(job.payload == [0, 255])
    #expect(job.state == .waiting)
    await store.close()
  }

  @Test("A job for later is due when the store's clock says so")
  func due() async throws {
    // With the kernel's clocks, which the shell reads too.
    let store = try await SQLiteJobStore.open(path: fixture.folder.database)
    try SQLiteShell.check(
      "INSERT INTO netwatch_submit (kind, not_before_ms) VALUES ('mail', 60000);",
      on: fixture.folder.database
    )
    let next = try #require(try await store.look(StoreLook()).next)
    #expect(next > .seconds(50) && next <= .milliseconds(60_010))
    await store.close()
  }

  @Test("A job that stands already under its key is not submitted again, and that is no error")
  func duplicate() async throws {
    let store = try await open(JobLimits(jobs: 1))
    let sql = "INSERT INTO netwatch_submit (kind, unique_key) VALUES ('mail', 'day-1');"
    try SQLiteShell.check(sql + sql, on: fixture.path)
    let job = try #require(try await store.jobs(matching: JobQuery()).first)
    let again = try await store.submit([.plain(JobOptions(uniqueKey: "day-1"))])
    #expect(again == [JobReceipt(id: job.id, isDuplicate: true)])
    #expect(try await store.statistics().states == [.ready: 1])
    await store.close()
  }

  @Test(
    "What no store takes is refused with a sentence, and the transaction goes on without it",
    arguments: [
      ("kind", "''", "kind: expected text of 1 to 255 bytes, without NUL"),
      ("kind", "NULL", "kind: expected text of 1 to 255 bytes, without NUL"),
      ("kind", "5", "kind: expected text of 1 to 255 bytes, without NUL"),
      ("destination", "''", "destination: expected text of 1 to 255 bytes, without NUL"),
      ("unique_key", "''", "unique_key: expected text of 1 to 255 bytes, without NUL"),
      ("unique_key", "printf('%256d', 1)", "unique_key: expected text of 1 to 255 bytes"),
      ("destination", "'a' || char(0)", "destination: expected text of 1 to 255 bytes"),
      ("owner", "''", "owner: expected text of 1 to 255 bytes, without NUL"),
      ("owner", "1000", "owner: expected text of 1 to 255 bytes, without NUL"),
      ("priority", "'urgent'", "priority: expected low, normal or high"),
      ("priority", "1", "priority: expected low, normal or high"),
      ("requirement", "'wifi'", "requirement: expected nothing, route or internet"),
      ("not_before_ms", "-1", "not_before_ms: expected a whole number of milliseconds from 0"),
      ("not_before_ms", "'soon'", "not_before_ms: expected a whole number of milliseconds"),
      ("deadline_ms", "1.5", "deadline_ms: expected a whole number of milliseconds from 0"),
      ("payload", "zeroblob(101)", "the payload is longer than the limit"),
    ]
  )
  func refused(_ column: String, _ value: String, _ sentence: String) async throws {
    let store = try await open(JobLimits(jobs: 3, bytes: 250, payload: 100))
    let columns = column == "kind" ? "kind" : "kind, \(column)"
    let values = column == "kind" ? value : "'mail', \(value)"
    let output = try ChildProcess.run(
      ["sqlite3", fixture.path],
      input: """
        BEGIN;
        INSERT INTO netwatch_submit (kind) VALUES ('before');
        INSERT INTO netwatch_submit (\(columns)) VALUES (\(values));
        INSERT INTO netwatch_submit (kind) VALUES ('after');
        COMMIT;

        """
    )
    #expect(output.stderr.contains("netwatch_submit: \(sentence)"), "\(output.stderr)")
    #expect(try await store.jobs(matching: JobQuery()).map(\.kind) == ["before", "after"])
    await store.close()
  }

  @Test("A full queue refuses, by jobs and by bytes, as it does for others")
  func full() async throws {
    let store = try await open(JobLimits(jobs: 3, bytes: 250, payload: 100))
    let sql = "INSERT INTO netwatch_submit (kind, payload) VALUES ('mail', zeroblob(100));"
    try SQLiteShell.check(sql + sql, on: fixture.path)
    let bytes = try SQLiteShell.run(sql, on: fixture.path)
    #expect(bytes.stderr.contains("the queue holds as many bytes as its limit"))
    let small = "INSERT INTO netwatch_submit (kind) VALUES ('mail');"
    try SQLiteShell.check(small, on: fixture.path)
    let jobs = try SQLiteShell.run(small, on: fixture.path)
    #expect(jobs.stderr.contains("the queue holds as many jobs as its limit"))
    #expect(await store.failure { try await $0.submit([.plain]) }?.code == .full)
    await store.close()
  }

  @Test("Longest and shortest times do no harm")
  func times() async throws {
    let store = try await SQLiteJobStore.open(path: fixture.folder.database)
    try SQLiteShell.check(
      """
      INSERT INTO netwatch_submit (kind, not_before_ms, deadline_ms)
      VALUES ('a', \(Int64.max), \(Int64.max)), ('b', 0, 0);
      """,
      on: fixture.folder.database
    )
    _ = try await store.look(StoreLook())
    #expect(try await store.jobs(matching: JobQuery()).map(\.state) == [.waiting, .dead])
    await store.close()
  }

  @Test("A hundred rows of one statement become a hundred jobs, in their order")
  func many() async throws {
    let store = try await open()
    try SQLiteShell.check(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
      INSERT INTO netwatch_submit (kind, payload, destination)
      SELECT 'mail', i, 'd' || (i % 3) FROM n;
      """,
      on: fixture.path
    )
    let jobs = try await store.jobs(matching: JobQuery())
    #expect(jobs.map { String(decoding: $0.payload, as: UTF8.self) } == (1...100).map(String.init))
    #expect(try await store.look(StoreLook()).lanes.count == 3)
    await store.close()
  }
}
