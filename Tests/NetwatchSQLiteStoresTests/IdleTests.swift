import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("An SQLite store without work", .timeLimit(.minutes(1)))
struct IdleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("It does not wake up while nothing happens")
  func asleep() async throws {
    let store = try await SQLiteJobStore.open(path: folder.database)
    _ = try await store.submit([.plain])
    _ = try await store.job(JobID(rawValue: 1))
    // The look for what others may have written, which follows each change of our own.
    try await Task.sleep(for: .milliseconds(200))
    let before = try StoreThreads.wakeUps()
    #expect(before.count == 2)
    try await Task.sleep(for: .seconds(3))
    #expect(try StoreThreads.wakeUps() == before)
    await store.close()
  }

  @Test("Its threads end with it, closed or let go of")
  func ended() async throws {
    let closed = try await SQLiteJobStore.open(path: folder.database)
    _ = try await closed.job(JobID(rawValue: 1))
    await closed.close()
    try await eventually(within: .seconds(5)) { try StoreThreads.wakeUps().isEmpty }
    try await open()
    try await eventually(within: .seconds(5)) { try StoreThreads.wakeUps().isEmpty }
  }

  private func open() async throws {
    let store = try await SQLiteJobStore.open(path: folder.database)
    _ = try await store.job(JobID(rawValue: 1))
  }
}
