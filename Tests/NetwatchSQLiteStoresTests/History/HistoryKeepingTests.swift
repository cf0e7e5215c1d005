import NetwatchCore
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("What a history keeps", .timeLimit(.minutes(1)))
struct HistoryKeepingTests {
  private let folder: TemporaryFolder
  private let path: String
  private let clocks = ManualStoreClocks()
  private let recorder = HistoryRecorder()

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("history.db")
  }

  private func count() throws -> String {
    try SQLiteShell.check("SELECT count(*) FROM netwatch_events;", on: path)
  }

  @Test("The oldest go where there are too many, but the state that holds stays")
  func byCount() async throws {
    let store = try await HistoryStore.open(path, recorder, clocks, count: 10)
    try await recorder.write([.state(.full)], to: store)
    for number in 1...50 { try await recorder.write([.job(Int64(number))], to: store) }
    #expect(try await store.page(after: 0) == nil)
    #expect(try await store.page(after: 30) == nil)
    let page = try #require(try await store.page(after: 46))
    #expect(page.records.map(\.id) == Array(47...51))
    #expect(try SQLiteShell.check("SELECT min(id) FROM netwatch_events;", on: path) == "1")
    #expect(try await store.tail(limit: 3).state == StateEntry.test(.full).json)
    await store.close()
  }

  @Test("Jobs push out no states and no probes, which push out no jobs, and may take a half each")
  func byShare() async throws {
    let store = try await HistoryStore.open(path, recorder, clocks, count: 10)
    try await recorder.write([.state(.none), .probe, .state(.full)], to: store)
    for number in 1...100 { try await recorder.write([.job(Int64(number))], to: store) }
    #expect(try kinds() == "0|2\n1|5\n2|1")
    await store.close()
    let again = try await HistoryStore.open(path, recorder, clocks, count: 10)
    for _ in 1...20 { try await recorder.write([.probe], to: again) }
    try await eventually(within: .seconds(5)) { try kinds() == "0|1\n1|5\n2|4" }
    #expect(try await again.tail(limit: 1).state == StateEntry.test(.full).json)
    // It is there, but probes that came after it are not.
    #expect(try await again.page(after: 103) == nil)
    #expect(try await again.page(after: 119)?.records.count == 4)
    await again.close()
  }

  private func kinds() throws -> String {
    try SQLiteShell.check(
      "SELECT kind, count(*) FROM netwatch_events GROUP BY kind ORDER BY kind;",
      on: path
    )
  }

  @Test("Ids grow for ever, also where everything was removed")
  func ids() async throws {
    for _ in 1...3 {
      let store = try await HistoryStore.open(path, recorder, clocks, age: .seconds(1))
      try await recorder.write([.job(1), .job(2)], to: store)
      clocks.advance(by: .seconds(3_600))
      store.wake()
      try await eventually(within: .seconds(5)) { try count() == "0" }
      await store.close()
    }
    #expect(recorder.ids == [1, 2, 3, 4, 5, 6])
    let store = try await HistoryStore.open(path, recorder, clocks)
    // Nothing came after the last one, of which alone that is known.
    #expect(try await store.page(after: 6)?.position == 6)
    #expect(try await store.page(after: 5) == nil)
    await store.close()
  }

  @Test("The old go though nothing happens, however many they are")
  func byAge() async throws {
    let store = try await HistoryStore.open(path, recorder, clocks, age: .seconds(60))
    try await recorder.write((1...2_100).map { .job($0) }, to: store)
    clocks.advance(by: .seconds(59))
    store.wake()
    // Whatever was asked for before has been done when this returns.
    _ = try await store.tail(limit: 1)
    #expect(try count() == "2100")
    clocks.advance(by: .seconds(61))
    store.wake()
    try await eventually(within: .seconds(5)) { try count() == "0" }
    await store.close()
  }

  @Test("A service that is started over and over leaves so many runs and no more")
  func runs() async throws {
    try await start()
    try SQLiteShell.check(
      """
      INSERT INTO netwatch_runs (boot, started, seen, stopped)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 99999)
        SELECT 'boot', n, n, n FROM numbers;
      """,
      on: path
    )
    try await start()
    try await start()
    let found = try SQLiteShell.check("SELECT min(id), max(id) FROM netwatch_runs;", on: path)
    #expect(found == "3|100002")
  }

  private func start() async throws {
    let store = try await HistoryStore.open(path, recorder, clocks)
    try await recorder.write([.began(.test(.full), at: .test)], to: store)
    await store.close()
  }

  @Test("Less can be kept from any moment on")
  func less() async throws {
    let store = try await HistoryStore.open(path, recorder, clocks)
    try await recorder.write((1...3_000).map { .job($0) }, to: store)
    store.keep(HistoryRetention(age: .seconds(86_400), count: 1_000))
    try await eventually(within: .seconds(5)) { try count() == "500" }
    #expect(try await store.page(after: 2_500)?.records.count == 500)
    await store.close()
  }

  @Test("After the machine has died, ids that clients may have are given to nobody")
  func powerFailure() async throws {
    #expect(try await firstID(after: "boot") == 3)
    #expect(try await firstID(after: "next") == 3 + 1_048_576)
  }

  /// The id of the next event after a service was killed, at a start in some boot.
  private func firstID(after boot: String) async throws -> Int64? {
    let (path, copy) = (folder.file("\(boot).db"), folder.file("\(boot)-copy.db"))
    let recorder = HistoryRecorder()
    let killed = try await HistoryStore.open(path, recorder, clocks, boot: "boot")
    try await recorder.write([.began(.test(.full), at: .test), .job(1)], to: killed)
    for end in ["", "-wal"] { try ChildProcess.check(["cp", path + end, copy + end]) }
    await killed.close()
    let store = try await HistoryStore.open(copy, recorder, clocks, boot: boot)
    try await recorder.write([.began(.test(.none), at: .test)], to: store)
    #expect(recorder.records.map(\.event).suffix(2) == [.interruption, .state(.test(.none))])
    #expect(try await store.page(after: 3 + 1_000) == nil)
    await store.close()
    return recorder.ids.dropFirst(2).first
  }
}
