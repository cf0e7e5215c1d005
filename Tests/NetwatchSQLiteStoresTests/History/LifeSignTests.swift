import Glibc
import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchSystem
import NetwatchTestSupport
import Testing

@Suite("The sign of life beside a history", .timeLimit(.minutes(1)))
struct LifeSignTests {
  private let folder: TemporaryFolder
  private let path: String
  private let clocks = ManualStoreClocks()
  private let recorder = HistoryRecorder()

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("history.db")
  }

  /// A history whose service has begun, as it is then.
  private func begin(_ path: String) async throws -> HistoryStore {
    let store = try await HistoryStore.open(path, recorder, clocks)
    let now = clocks.clocks.wall()
    try await recorder.write([.began(.test(.full), at: now)], to: store)
    return store
  }

  /// What the file says of its first run, in seconds from the beginning of the test.
  private func firstRun(_ path: String) throws -> String {
    try SQLiteShell.check(
      """
      SELECT seen / 1000000 - 1700000000, stopped / 1000000 - 1700000000
      FROM netwatch_runs WHERE id = 1;
      """,
      on: path
    )
  }

  @Test(
    "A run that was killed ends with its last sign, where no event came after it",
    arguments: [
      (nil, "60|"), (30, "60|"), (75, "75|"),
    ]
  )
  func killed(_ event: Int64?, _ expected: String) async throws {
    let store = try await begin(path)
    if let event { try await recorder.write([.job(1, at: .test(plus: event))], to: store) }
    clocks.advance(by: .seconds(60))
    try store.alive()
    let copy = try await kill(store)
    clocks.advance(by: .seconds(3_600))
    let next = try await begin(copy)
    #expect(try firstRun(copy) == expected)
    await next.close()
  }

  /// Ends a service, and copies what it had left if it had been killed before.
  private func kill(_ store: HistoryStore) async throws -> String {
    let copy = folder.file("killed.db")
    for end in ["", "-wal", "-alive"] {
      try ChildProcess.check(["cp", "--preserve=timestamps", path + end, copy + end])
    }
    await store.close()
    return copy
  }

  @Test("A run that was killed is not forgotten before its end is known, nor what was in it")
  func long() async throws {
    let store = try await begin(path)
    try await recorder.write([.job(1)], to: store)
    clocks.advance(by: .seconds(1_000_000))
    try store.alive()
    let copy = try await kill(store)
    let next = try await HistoryStore.open(copy, recorder, clocks)
    next.wake()
    // Whatever was asked for before has been done when this returns.
    #expect(try await next.tail(limit: 1).newest == 2)
    #expect(try SQLiteShell.check("SELECT count(*) FROM netwatch_events;", on: copy) == "2")
    try await recorder.write([.began(.test(.full), at: clocks.clocks.wall())], to: next)
    #expect(try firstRun(copy) == "1000000|")
    await next.close()
  }

  @Test("A run that was ended ends then, whatever the sign says")
  func ended() async throws {
    let store = try await begin(path)
    try store.alive()
    clocks.advance(by: .seconds(10))
    await store.close()
    try ChildProcess.check(["touch", path + "-alive"])
    clocks.advance(by: .seconds(3_600))
    try await begin(path).close()
    #expect(try firstRun(path) == "10|10")
  }

  @Test("It wakes no thread, unless the clock was set: then it is none, and another run begins")
  func quiet() async throws {
    let store = try await begin(path)
    try await Task.sleep(for: .milliseconds(50))
    let before = try StoreThreads.wakeUps()
    for _ in 1...120 {
      clocks.advance(by: .seconds(30))
      try store.alive()
    }
    try await Task.sleep(for: .milliseconds(200))
    #expect(try StoreThreads.wakeUps() == before)
    clocks.setWall(ahead: .seconds(7))
    try store.alive()
    try await eventually(within: .seconds(5)) { try firstRun(path) == "3600|3600" }
    #expect(try modified() == 3_600)
    clocks.advance(by: .seconds(1))
    try store.alive()
    #expect(try modified() == 3_608)
    await store.close()
  }

  /// When the sign was given, in seconds from the beginning of the test.
  private func modified() throws -> Int? {
    var status = stat()
    #expect(lstat(path + "-alive", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    return status.st_mtim.tv_sec - 1_700_000_000
  }

  @Test("Where it can't be given the history is kept all the same")
  func refused() async throws {
    #expect(symlink(path, path + "-alive") == 0)
    let store = try await begin(path)
    let error = #expect(throws: JobStoreError.self) { try store.alive() }
    #expect(error?.code == .denied)
    #expect(error?.message.contains("\(path)-alive") == true)
    #expect(recorder.ids == [1])
    await store.close()
  }
}
