import NetwatchCore
import NetwatchDataSources
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("An SQLite file of values that others use as well", .timeLimit(.minutes(2)))
struct ValueSharingTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("shared.db")
  }

  @Test("Values and jobs are in one file, whichever came first", arguments: [true, false])
  func besideJobs(_ jobsFirst: Bool) async throws {
    if jobsFirst { try await SQLiteJobStore.open(path: path).close() }
    let values = try await SQLiteDataSourceStore.open(path: path)
    try await values.save(.text("1"), for: "key")
    let jobs = try await SQLiteJobStore.open(path: path)
    let id = try await jobs.submit([.plain])[0].id
    #expect(try await jobs.claim().map(\.run.id) == [id])
    #expect(try await values.load("key") == .text("1"))
    await values.close()
    await jobs.close()
    let again = try await SQLiteJobStore.open(path: path)
    #expect(again.identity == jobs.identity)
    #expect(try await again.statistics().states == [.running: 1])
    await again.close()
    let valuesAgain = try await SQLiteDataSourceStore.open(path: path)
    #expect(try await valuesAgain.load("key") == .text("1"))
    await valuesAgain.close()
  }

  @Test("Both kinds of stores make the same new file at once, and each finds its tables")
  func race() async throws {
    try await withThrowingTaskGroup(of: Void.self) { [path] group in
      for number in 0..<6 {
        group.addTask {
          let values = try await SQLiteDataSourceStore.open(path: path)
          try await values.save(.text("1"), for: "\(number)")
          await values.close()
        }
        group.addTask {
          let jobs = try await SQLiteJobStore.open(path: path)
          _ = try await jobs.submit([.plain])
          await jobs.close()
        }
      }
      try await group.waitForAll()
    }
    #expect(try SQLiteShell.check("SELECT count(*) FROM netwatch_values;", on: path) == "6")
    #expect(try SQLiteShell.check("SELECT count(*) FROM netwatch_jobs;", on: path) == "6")
  }

  @Test("A store of jobs of a newer version keeps nobody from the values")
  func newerJobs() async throws {
    try await SQLiteJobStore.open(path: path).close()
    try SQLiteShell.check("PRAGMA user_version = 99;", on: path)
    let values = try await SQLiteDataSourceStore.open(path: path)
    try await values.save(.text("1"), for: "key")
    await values.close()
    #expect(try SQLiteShell.check("PRAGMA user_version;", on: path) == "99")
  }

  @Test(
    "Many who save at once are told nothing of one another, and nobody's thread waits for a lock"
  )
  func held() async throws {
    let store = try await SQLiteDataSourceStore.open(path: path)
    let other = try await SQLiteDataSourceStore.open(path: path)
    let shell = try await SQLiteShell.hold(path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask { try await store.save(.text("\(number)"), for: "\(number)") }
      }
      // More tasks wait for the lock than there are threads for tasks.
      try await Task.sleep(for: .milliseconds(100))
      #expect(try await other.load("0") == nil)
      try shell.write("COMMIT;\n")
      try await group.waitForAll()
    }
    #expect(try await other.load("49") == .text("49"))
    shell.closeInput()
    await store.close()
    await other.close()
  }

  @Test("Cancelling who waits for another program answers at once, and the store goes on")
  func cancelled() async throws {
    let store = try await SQLiteDataSourceStore.open(path: path)
    let shell = try await SQLiteShell.hold(path)
    let waiting = Task { try await store.save(.text("1"), for: "waiting") }
    try await Task.sleep(for: .milliseconds(50))
    let queued = Task { try await store.save(.text("1"), for: "queued") }
    try await Task.sleep(for: .milliseconds(50))
    let moment = ContinuousClock.now
    for task in [waiting, queued] {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(ContinuousClock.now - moment < .milliseconds(50))
    try shell.write("COMMIT;\n")
    shell.closeInput()
    try await store.save(.text("2"), for: "key")
    #expect(try await store.load("key") == .text("2"))
    #expect(try await store.load("queued") == nil)
    await store.close()
  }

  @Test("A process that is killed while it saves leaves the old value or the new one")
  func kills() async throws {
    var generator = SeededGenerator(seed: 7)
    for round in 1...10 {
      let writer = try start("killed")
      for _ in 0..<Int.random(in: 1...20, using: &generator) { _ = try await writer.nextLine() }
      try await Task.sleep(for: .microseconds(.random(in: 0...20_000, using: &generator)))
      writer.signal(9)
      #expect(try await writer.waitForExit() == .signalled(9))
      let told = try #require(writer.stdout.split(separator: "\n").compactMap { Int($0) }.last)
      let number = try await savedNumber("killed")
      #expect(number == told || number == told + 1, "round \(round)")
    }
  }

  @Test("Two processes save in one file at once, and each finds its own values")
  func processes() async throws {
    let writers = (try start("first"), try start("second"))
    let reader = try await SQLiteDataSourceStore.open(path: path)
    for _ in 0..<50 {
      _ = try await writers.0.nextLine()
      _ = try await writers.1.nextLine()
      _ = try await savedNumber("first")
      _ = try await savedNumber("second")
    }
    writers.0.signal(9)
    writers.1.signal(9)
    try await writers.0.waitForExit()
    try await writers.1.waitForExit()
    await reader.close()
  }

  private func start(_ key: String) throws -> ChildProcess {
    try .start([BuiltProgram.path("NetwatchTestWorker"), "values", path, key])
  }

  /// The number of the value that a worker has saved, which repeats it from the beginning to the end.
  private func savedNumber(_ key: String) async throws -> Int {
    let store = try await SQLiteDataSourceStore.open(path: path)
    let value = try #require(try await store.load(key))
    await store.close()
    let numbers = Set(String(decoding: value.bytes, as: UTF8.self).split(separator: ";"))
    let number = try #require(numbers.first.flatMap { Int($0) })
    #expect(numbers.count == 1)
    #expect(value.bytes.count == 4_000 * "\(number);".utf8.count)
    #expect(value.fetchedAt.seconds == Int64(number))
    return number
  }
}
