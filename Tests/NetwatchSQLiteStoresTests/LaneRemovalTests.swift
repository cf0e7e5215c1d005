import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchSQLiteStores

@Suite("Lanes of an SQLite store that have no job any more", .timeLimit(.minutes(1)))
struct LaneRemovalTests {
  private let fixture: SQLiteFixture
  private let all = JobRetention(cancelled: .init(age: .zero, count: 0))

  init() throws { fixture = try SQLiteFixture() }

  private func lanes() throws -> [Int] {
    try SQLiteShell.check("SELECT id FROM netwatch_lanes ORDER BY id;", on: fixture.path)
      .split(separator: "\n").compactMap { Int($0) }
  }

  private func job(_ number: Int) -> NewJob { .plain(JobOptions(destination: "d\(number)")) }

  /// Submits a job to each of some destinations, cancels all but some, and removes those.
  private func churn(
    _ numbers: ClosedRange<Int>,
    keeping kept: Set<Int>,
    in store: SQLiteJobStore
  ) async throws {
    let receipts = zip(numbers, try await store.submit(numbers.map(job)))
    let ids = receipts.filter { !kept.contains($0.0) }.map(\.1.id)
    try await store.call(.writing) { for id in ids { _ = try $0.cancel(id) } }
    while try await store.prune(all) > 0 {}
  }

  @Test("They are removed once there are many, and numbers are given once")
  func removed() async throws {
    let store = try await fixture.open()
    try await churn(1...900, keeping: [], in: store)
    #expect(try lanes().count == 900)
    try await churn(901...1_200, keeping: [905, 1_100], in: store)
    #expect(try lanes() == [905, 1_100, 1_200])
    try await churn(1...2, keeping: [1, 2], in: store)
    #expect(try lanes() == [905, 1_100, 1_200, 1_201, 1_202])
    let left = try await store.jobs(matching: JobQuery()).map(\.options.destination)
    #expect(left == ["d905", "d1100", "d1", "d2"])
    let claimed = try await store.claim(9, of: job(1).lane)
    #expect(claimed.map(\.lane.destination) == ["d1"])
    await store.close()
  }

  @Test("Who has the file open too goes by no lane that is gone")
  func others() async throws {
    let first = try await fixture.open()
    let second = try await fixture.open()
    // Both know the lane, also on their threads for long looks.
    let id = try await second.submit([job(1)])[0].id
    for store in [first, second] as [any JobStore] {
      #expect(try await store.job(id)?.options.destination == "d1")
      #expect(try await store.claim(of: job(1).lane).count <= 1)
    }
    _ = try await first.cancel(id)
    try await churn(2...1_100, keeping: [], in: first)
    #expect(try lanes().count == 1)
    let new = try await second.submit([job(1), job(2)]).map(\.id)
    for store in [first, second] as [any JobStore] {
      let jobs = try await store.jobs(matching: JobQuery())
      #expect(jobs.map(\.id) == new)
      #expect(jobs.map(\.options.destination) == ["d1", "d2"])
    }
    #expect(try await first.claim(of: job(1).lane).map(\.run.id) == [new[0]])
    #expect(try await second.claim(of: job(2).lane).map(\.run.id) == [new[1]])
    #expect(try lanes().count == 3)
    await first.close()
    await second.close()
  }

  @Test("A lane that has a job again before it is removed stays")
  func usedMeanwhile() async throws {
    let store = try await fixture.open()
    let old = try await store.submit([job(1), job(2), job(3)]).map(\.id)
    for id in old { _ = try await store.cancel(id) }
    while try await store.prune(all) > 0 {}
    let empty = try await StoreCall(.reading) { try $0.emptyLanes() }
      .value(from: store.reader.mailbox())
    #expect(empty.ids == [1, 2])
    let new = try await store.submit([job(2)]).map(\.id)
    try await store.call(.writing) { try $0.remove(empty) }
    #expect(try lanes() == [2, 3])
    #expect(try await store.claim(of: job(2).lane).map(\.run.id) == new)
    await store.close()
  }
}
