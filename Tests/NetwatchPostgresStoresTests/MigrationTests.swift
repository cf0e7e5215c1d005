import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchPostgresStores

@Suite("The versions of the PostgreSQL schema", .needsPostgres)
struct MigrationTests {
  /// A schema of the first version that holds four jobs: ready, waiting, running and dead.
  private func first() async throws -> PostgresDatabase {
    let database = try PostgresDatabase()
    let script = Migration.all[0].script(for: try SchemaName(database.schema))
    _ = try await awaitThread { try database.cluster.psql("BEGIN;\n\(script);\nCOMMIT;") }
    try await database.sql(
      """
      SELECT @.submit('mail', 'ready', '{"uniqueKey": "k", "destination": "d"}');
      SELECT @.submit('mail', 'waiting', '{"notBefore": 500}');
      SELECT @.submit('mail', 'running', '{"deadline": 5000}');
      SELECT @.submit('mail', 'dead');
      UPDATE @.jobs SET state = 2, attempt = 1, token = 1, worker = 'w',
        until = clock_timestamp() + interval '500 s' WHERE id = 3;
      UPDATE @.jobs SET state = 4, attempt = 2, token = 2, reason = 'no', unique_key = 'k',
        finished = clock_timestamp() WHERE id = 4;
      UPDATE @.totals SET jobs = jobs - 1, bytes = bytes - 4
        WHERE slot = (SELECT min(slot) FROM @.totals);
      """
    )
    return database
  }

  private func id(_ number: Int64) -> JobID { JobID(rawValue: number) }

  @Test("The first step is what it always was")
  func unchanged() throws {
    let script = Migration.all[0].script(for: try SchemaName("netwatch"))
    // FNV-1a, so that whoever edits what has been released is told.
    let hash = script.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    #expect(hash == 460_572_004_844_306_124)
  }

  @Test("The jobs of a schema of the first version are what they were, and go on")
  func goingOn() async throws {
    let store = try await first().open()
    let jobs = try await store.jobs(matching: JobQuery())
    #expect(jobs.map(\.state) == [.ready, .waiting, .running, .dead])
    #expect(jobs.map(\.options.owner) == [nil, nil, nil, nil])
    #expect(jobs.map(\.payload) == ["ready", "waiting", "running", "dead"].map { Array($0.utf8) })
    let named = try await store.jobs(matching: JobQuery(uniqueKeys: ["k"]))
    #expect(named.map(\.id) == [id(1), id(4)])
    let usage = [
      StoreUsage(owner: nil, destination: "d", jobs: 1, bytes: 5),
      StoreUsage(owner: nil, destination: "default", jobs: 2, bytes: 14),
    ]
    #expect(Set(try await store.usage()) == Set(usage))
    let report = JobReport(run: JobRun(id: id(3), token: 1), outcome: .succeeded)
    let turn = StoreTurn(worker: "w", lease: .seconds(60), reports: [report])
    #expect(try await store.turn(turn).lost == [])
    let cancelled = try await store.cancel(id(1))
    #expect(cancelled?.destination == "d")
    #expect(try await store.retryNow(id(4))?.to == .ready)
    let job = NewJob(kind: "mail", payload: [1], options: JobOptions(owner: "1000"))
    #expect(try await store.submit([job])[0].id == id(5))
    #expect(try await store.jobs(matching: JobQuery(owner: "1000")).map(\.id) == [id(5)])
    await store.close()
  }

  @Test("What a program of the first version asks for is answered after the second step")
  func oldCalls() async throws {
    let database = try await first()
    let store = try await database.open()
    let client = "'00000000-0000-0000-0000-000000000001'::uuid"
    try await database.sql("SELECT * FROM @.hello(\(client), 1000, 1000, 1000)")
    let submitted = try await database.sql(
      """
      SELECT * FROM @.submit_batch(
        \(client), 1, 1, ARRAY['d'], ARRAY['mail'], ARRAY[2::smallint], ARRAY[false], ARRAY[1],
        ARRAY['x'::bytea], ARRAY[0::smallint], ARRAY[NULL::text], ARRAY[NULL::bigint],
        ARRAY[NULL::bigint])
      """
    )
    #expect(submitted == "{5}")
    #expect(try await store.job(id(5))?.options == JobOptions(destination: "d"))
    let told = try await database.sql("SELECT o_kind, o_was FROM @.cancel(5)")
    #expect(told == "mail|0")
    try await database.sql("UPDATE @.jobs SET until = clock_timestamp() WHERE id = 2")
    let look = "SELECT o_id, o_kind, o_was, o_state FROM @.look(3, 100) WHERE o_what = 0"
    #expect(try await database.sql(look) == "2|mail|1|0")
    await store.close()
  }
}
