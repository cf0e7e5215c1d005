import NetwatchJobs
import NetwatchPostgresStores
import NetwatchTestSupport
import Testing

@Suite("Jobs can be submitted by SQL, in anybody's own transaction", .needsPostgres)
struct PostgresOutboxTests {
  @Test("What the caller commits is a job, with all its options")
  func commits() async throws {
    let database = try PostgresDatabase()
    let store = try await database.open()
    let id = try await database.sql(
      """
      BEGIN;
      SELECT @.submit('mail', '{"to": "someone"}'::jsonb, '{"destination": "smtp", "priority": "high",
        "uniqueKey": "k", "notBefore": 90, "deadline": "2 hours", "requirement": "route", "owner": "1000"}');
      COMMIT;
      """
    )
    let number = try #require(Int64(id))
    let job = try #require(await store.job(JobID(rawValue: number)))
    #expect(job.kind == "mail")
    #expect(String(decoding: job.payload, as: UTF8.self) == #"{"to": "someone"}"#)
    let expected = JobOptions(
      destination: "smtp",
      requirement: .route,
      priority: .high,
      uniqueKey: "k",
      notBefore: .seconds(90),
      deadline: .seconds(7_200),
      owner: "1000"
    )
    #expect(job.options == expected)
    #expect(job.state == .waiting)
  }

  @Test("What the caller rolls back is no job, and takes no room")
  func rollsBack() async throws {
    let database = try PostgresDatabase()
    let store = try await database.open(JobLimits(jobs: 1))
    try await database.sql("BEGIN; SELECT @.submit('mail', 'x'); ROLLBACK;")
    #expect(try await store.jobs(matching: JobQuery()).isEmpty)
    try await store.submit(1)
  }

  @Test("A unique key that is taken gives the number of the job that has it")
  func duplicates() async throws {
    let database = try PostgresDatabase()
    let store = try await database.open()
    let receipt = try await store.submit(1, key: "k")
    let id = try await database.sql(#"SELECT @.submit('mail', 'x', '{"uniqueKey": "k"}')"#)
    #expect(id == "\(receipt.id)")
  }

  @Test("Whoever may use the schema may submit, and nothing else")
  func privileges() async throws {
    let database = try PostgresDatabase()
    let store = try await database.open()
    let role = "\"app \(database.schema)\""
    try await database.sql(
      """
      CREATE ROLE \(role); GRANT USAGE ON SCHEMA @ TO \(role);
      SET ROLE \(role); SELECT @.submit('mail', '\\x00ff'::bytea);
      """
    )
    #expect(try await store.jobs(matching: JobQuery()).map(\.payload) == [[0, 255]])
    for statement in ["SELECT * FROM @.jobs", "SELECT @.cancel(1)", "SELECT @.remove_jobs('{1}')"] {
      await #expect(throws: CommandFailure.self) {
        try await database.sql("SET ROLE \(role); \(statement)")
      }
    }
  }

  @Test(
    "What cannot be a job is refused with the operand's name",
    arguments: [
      ("'', 'x'", "the kind has 0 bytes; expected 1 to 255"),
      (#"'mail', 'x', '{"destination": ""}'"#, "the destination has 0 bytes"),
      (#"'mail', 'x', '{"owner": ""}'"#, "the owner has 0 bytes; expected 1 to 255"),
      (#"'mail', 'x', '{"priority": "top"}'"#, "the priority is \"top\"; expected low"),
      (#"'mail', 'x', '{"notBefore": -1}'"#, "notBefore is -1; expected seconds"),
      (#"'mail', 'x', '{"deadline": "soon"}'"#, "deadline is \"soon\"; expected seconds"),
      (#"'mail', 'x', '{"requirement": "luck"}'"#, "the requirement is \"luck\""),
      (#"'mail', 'x', '{"uniquekey": "k"}'"#, "the option uniquekey is unknown"),
      ("'mail', 'x', '[]'", "the options are []; expected a JSON object"),
      ("'mail', NULL::bytea", "the payload"),
      ("'mail', repeat('x', 11)", "the payload has 11 bytes; expected at most 10"),
      ("'mail', '2'", "the queue holds 1 jobs, which is its limit"),
    ]
  )
  func refuses(arguments: String, message: String) async throws {
    let database = try PostgresDatabase()
    let store = try await database.open(JobLimits(jobs: 1, payload: 10))
    try await store.submit(1)
    let failure = await #expect(throws: CommandFailure.self) {
      try await database.sql("SELECT @.submit(\(arguments))")
    }
    #expect(failure?.description.contains(message) == true, "\(String(describing: failure))")
  }

  @Test("A submission by SQL is heard when it is committed")
  func isHeard() async throws {
    let database = try PostgresDatabase()
    let store = try await database.open()
    let changes = HeardChanges()
    let observation = store.observe(changes.hear)
    try await eventually(within: .seconds(10)) { changes.elsewhere > 0 }
    let before = changes.elsewhere
    try await database.sql("SELECT @.submit('mail', 'x')")
    try await eventually(within: .seconds(4)) { changes.elsewhere > before }
    withExtendedLifetime(observation) {}
    await store.close()
  }
}
