import NetwatchCore
import NetwatchJobs
import NetwatchPostgresStores
import NetwatchTestSupport
import Testing

@Suite("Jobs move from one PostgreSQL store to another", .needsPostgres)
struct PostgresMovingTests {
  @Test("What is unfinished arrives as it was, once, however often it is sent")
  func moves() async throws {
    let old = try await PostgresDatabase().open()
    let new = try await PostgresDatabase().open()
    let options = JobOptions(
      destination: "api.example",
      priority: .low,
      uniqueKey: "k",
      notBefore: .seconds(500),
      deadline: .seconds(5_000),
      owner: "1000"
    )
    let id = try await old.submit([NewJob(kind: "mail", payload: [1], options: options)])[0].id
    let finished = try await old.submit(2).id
    _ = try await old.cancel(finished)
    try await old.beginMove()
    await #expect(throws: JobStoreError.self) { try await old.submit(3) }
    let page = try await old.exportPage(after: nil, limit: 100)
    #expect(page.map(\.id) == [id])
    #expect(try await new.importJobs(page, from: old.identity) == 1)
    #expect(try await new.importJobs(page, from: old.identity) == 0)
    #expect(try await new.lastMoved(from: old.identity) == id)
    let (before, after) = try await (old.job(id), new.jobs(matching: JobQuery()).first)
    #expect(after?.idempotencyKey == before?.idempotencyKey)
    #expect(after?.options.uniqueKey == "k" && after?.options.priority == .low)
    #expect(after?.created.seconds == before?.created.seconds)
    #expect(after?.options.owner == "1000")
    #expect(after?.state == .waiting)
    try await old.removeMoved([id])
    #expect(try await old.job(id) == nil)
    #expect(try await old.statistics().bytes == 0)
  }
}
