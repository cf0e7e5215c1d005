import NetwatchCore
import NetwatchJobs
import NetwatchPostgresStores
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("A queue moves from an SQLite file to PostgreSQL", .needsPostgres, .timeLimit(.minutes(2)))
struct MoveTests {
  private static let jobs = 1_200

  private func withFile(_ body: (SQLiteJobStore) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await SQLiteJobStore.open(path: folder.file("jobs.db"))
    try await body(store)
    await store.close()
  }

  private func fill(_ store: SQLiteJobStore) async throws {
    let jobs = (0..<Self.jobs).map { index in
      NewJob(
        kind: "mail",
        payload: [UInt8(index % 256)],
        options: JobOptions(uniqueKey: "k\(index)")
      )
    }
    _ = try await store.submit(jobs)
  }

  @Test("Interrupted again and again, it goes on: nothing is lost, nothing is doubled")
  func interrupted() async throws {
    let target = try await PostgresDatabase().open()
    try await withFile { source in
      try await fill(source)
      var generator = SeededGenerator(seed: 5)
      var isDone = false
      while !isDone {
        let limit = Int.random(in: 1...12, using: &generator)
        let breaking = BreakingStore(target, after: limit)
        do {
          _ = try await source.move(to: breaking, pageSize: 100)
          isDone = true
        } catch is BreakingStore.Broken {
          continue
        }
      }
      #expect(try await source.jobs(matching: JobQuery(limit: 10_000)).isEmpty)
    }
    let arrived = try await target.jobs(matching: JobQuery(limit: 10_000))
    #expect(arrived.count == Self.jobs)
    #expect(Set(arrived.compactMap(\.options.uniqueKey)).count == Self.jobs)
    #expect(Set(arrived.map(\.idempotencyKey)).count == Self.jobs)
  }

  @Test("What still runs is waited for, and no new job is taken meanwhile")
  func running() async throws {
    let target = try await PostgresDatabase().open()
    try await withFile { source in
      let job = NewJob(kind: "mail", payload: [1])
      _ = try await source.submit([job])
      let claim = JobClaim(
        destination: job.options.destination,
        lanes: [
          JobLane(destination: "default", kind: "mail", requirement: .internet, isUrgent: false)
        ],
        limit: 1,
        isExclusive: false,
        paceRevision: 0
      )
      let turn = StoreTurn(worker: "w", lease: .seconds(60), claims: [claim])
      let run = try #require(try await source.turn(turn).claimed.first?.run)
      let waited = WaitCount()
      let move = Task {
        try await source.move(to: target) { if $0.running > 0 { waited.add() } }
      }
      try await eventually(within: .seconds(20)) { waited.count > 0 }
      await #expect(throws: JobStoreError.self) { try await source.submit([job]) }
      let report = JobReport(run: run, outcome: .again(after: .zero, isCounted: true))
      _ = try await source.turn(StoreTurn(worker: "w", lease: .seconds(60), reports: [report]))
      #expect(try await move.value == 1)
    }
    let arrived = try await target.jobs(matching: JobQuery())
    #expect(arrived.map(\.state) == [.ready])
    #expect(arrived.map(\.attempt) == [1])
  }
}

/// How often somebody said that jobs still run.
private final class WaitCount: Sendable {
  private let storage = Lock(0)
  var count: Int { storage.withLock { $0 } }
  func add() { storage.withLock { $0 += 1 } }
}
