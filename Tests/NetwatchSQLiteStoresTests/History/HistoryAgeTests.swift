import NetwatchCore
import NetwatchSQLiteStores
import NetwatchSystem
import NetwatchTestSupport
import Testing

@Suite("How old a history's events are", .timeLimit(.minutes(1)))
struct HistoryAgeTests {
  private let folder: TemporaryFolder
  private let path: String
  private let clocks = ManualStoreClocks()
  private let recorder = HistoryRecorder()

  private static let decade = Duration.seconds(10 * 365 * 86_400)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("history.db")
  }

  private func open() async throws -> HistoryStore {
    try await HistoryStore.open(path, recorder, clocks, age: .seconds(3_600))
  }

  /// The jobs that are still in the file.
  private func jobs() throws -> [Int64] {
    let text = try SQLiteShell.check(
      "SELECT job FROM netwatch_events WHERE kind = 1 ORDER BY id;",
      on: path
    )
    return text.split(separator: "\n").compactMap { Int64($0) }
  }

  /// Has it tidied up.
  private func tidy(_ store: HistoryStore) async throws {
    store.wake()
    // Whatever was asked for before has been done when this returns.
    _ = try await store.tail(limit: 1)
  }

  private var now: WallTime { clocks.clocks.wall() }

  @Test(
    "A clock that is set far ahead for a while, or back, makes nothing old",
    arguments: [1, -1]
  )
  func set(_ direction: Int) async throws {
    let store = try await open()
    try await recorder.write([.job(1, at: now)], to: store)
    clocks.advance(by: .seconds(120))
    clocks.setWall(ahead: Self.decade * direction)
    try await recorder.write([.job(2, at: now)], to: store)
    clocks.advance(by: .seconds(120))
    try await recorder.write([.job(3, at: now)], to: store)
    clocks.setWall(ahead: Self.decade * -direction)
    try await recorder.write([.job(4, at: now)], to: store)
    #expect(try jobs() == [1, 2, 3, 4])
    // What was written with the wrong time goes when its turn comes.
    for (seconds, left) in [(3_300, [1, 2, 3, 4]), (61, [2, 3, 4]), (120, [3, 4]), (120, [])] {
      clocks.advance(by: .seconds(seconds))
      try await tidy(store)
      #expect(try jobs() == left.map(Int64.init))
    }
    await store.close()
  }

  @Test("A clock that is wrong after a start makes nothing old", arguments: [true, false])
  func started(isReboot: Bool) async throws {
    for number in 1...5 {
      if isReboot { clocks.reboot() }
      if number % 2 == 0 { clocks.setWall(ahead: Self.decade) }
      let store = try await open()
      try await recorder.write([.began(.test(.full), at: now)], to: store)
      clocks.advance(by: .seconds(300))
      try await recorder.write([.job(Int64(number), at: now)], to: store)
      #expect(try jobs() == (1...Int64(number)).map { $0 })
      await store.close()
      if number % 2 == 0 { clocks.setWall(ahead: Self.decade * -1) }
    }
  }

  @Test("A wrong time that an event was given before a kill makes nothing old")
  func killed() async throws {
    let copy = folder.file("copy.db")
    let killed = try await open()
    try await recorder.write([.job(1, at: now)], to: killed)
    // The clock was right again when the event was written.
    let wrong = WallTime(seconds: now.seconds + Self.decade.components.seconds, nanoseconds: 0)
    try await recorder.write([.job(2, at: now), .job(3, at: wrong)], to: killed)
    for end in ["", "-wal"] { try ChildProcess.check(["cp", path + end, copy + end]) }
    await killed.close()
    for end in ["", "-wal"] { try ChildProcess.check(["mv", copy + end, path + end]) }
    let store = try await open()
    try await recorder.write([.began(.test(.full), at: now)], to: store)
    clocks.advance(by: .seconds(3_599))
    try await tidy(store)
    #expect(try jobs() == [1, 2, 3])
    await store.close()
  }

  @Test(
    "Whatever clocks and starts do, events go after that much time with the service, not before"
  )
  func random() async throws {
    var generator = SeededGenerator(seed: 3)
    var written: [(job: Int64, watched: Int)] = []
    var watched = 0
    var store = try await open()
    for step in 1...300 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0:
        await store.close()
        if Bool.random(using: &generator) { clocks.reboot() }
        clocks.setWall(ahead: .seconds(Int.random(in: 0...100_000_000, using: &generator)))
        store = try await open()
      case 1:
        clocks.setWall(
          ahead: .seconds(Int.random(in: -300_000_000...300_000_000, using: &generator))
        )
      case 2...5:
        let seconds = Int.random(in: 1...600, using: &generator)
        clocks.advance(by: .seconds(seconds))
        watched += seconds
      default: break
      }
      let time = watched
      written.append((Int64(step), time))
      try await recorder.write([.job(Int64(step), at: now)], to: store)
      let ages = try jobs().map { job in watched - (written.first { $0.job == job }?.watched ?? 0) }
      let young = written.count { watched - $0.watched <= 3_600 }
      #expect(ages.count >= young, "step \(step)")
      #expect(ages.max() ?? 0 <= 3_600 + 60 + 1, "step \(step)")
    }
    await store.close()
  }
}
