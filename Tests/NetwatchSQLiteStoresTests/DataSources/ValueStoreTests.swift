import NetwatchCore
import NetwatchDataSources
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("An SQLite store of values", .timeLimit(.minutes(1)))
struct ValueStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ limits: DataSourceStoreLimits = DataSourceStoreLimits()
  ) async throws -> SQLiteDataSourceStore {
    try await .open(path: folder.file("values.db"), limits: limits)
  }

  @Test(
    "What was saved is loaded, bytes and moment, also after it was opened again",
    arguments: [
      ("key", StoredDataSourceValue.text("1", at: 1_700_000_000_123)),
      ("", .text("", at: -1)),
      ("a\0b", .text("{\"a\":\"\0\"}")),
      (
        "Schlüssel 🔑",
        StoredDataSourceValue(bytes: [0, 255, 128], fetchedAt: WallTime(milliseconds: 1))
      ),
      ("'; DROP TABLE netwatch_values; --", .text("x")),
    ]
  )
  func saving(key: String, value: StoredDataSourceValue) async throws {
    let first = try await open()
    #expect(try await first.load(key) == nil)
    try await first.save(value, for: key)
    #expect(try await first.load(key) == value)
    #expect(try await first.load(key + "x") == nil)
    await first.close()
    let second = try await open()
    #expect(try await second.load(key) == value)
    await second.close()
  }

  @Test("A value takes the place of an earlier one, and no other's")
  func overwriting() async throws {
    let store = try await open()
    try await store.save(.text("1", at: 1), for: "a")
    try await store.save(.text("2", at: 2), for: "b")
    try await store.save(.text("3", at: 3), for: "a")
    #expect(try await store.load("a") == .text("3", at: 3))
    #expect(try await store.load("b") == .text("2", at: 2))
    await store.close()
  }

  @Test("A value that was removed is gone, and to remove nothing is no error and writes nothing")
  func removing() async throws {
    let store = try await open()
    try await store.save(.text("1"), for: "a")
    try await store.save(.text("2"), for: "b")
    try await store.remove("a")
    #expect(try await store.load("a") == nil)
    #expect(try await store.load("b") == .text("2"))
    // Nobody may write, so whoever did would wait.
    let shell = try await SQLiteShell.hold(folder.file("values.db"))
    try await store.remove("a")
    try await store.remove("never there")
    shell.closeInput()
    await store.close()
  }

  @Test("Two stores on one file see what the other has saved")
  func twoStores() async throws {
    let (first, second) = (try await open(), try await open())
    for number in 1...20 {
      try await first.save(.text("\(number)"), for: "key")
      #expect(try await second.load("key") == .text("\(number)"))
      try await second.remove("key")
      #expect(try await first.load("key") == nil)
    }
    await first.close()
    await second.close()
  }

  @Test("Hundreds of calls at once through two stores all do what they say")
  func together() async throws {
    let stores = [try await open(), try await open()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<400 {
        group.addTask {
          let store = stores[number % 2]
          try await store.save(.text("\(number)"), for: "\(number)")
          #expect(try await store.load("\(number)") == .text("\(number)"))
          if number % 4 == 0 { try await store.remove("\(number)") }
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<400 {
      let expected = number % 4 == 0 ? nil : StoredDataSourceValue.text("\(number)")
      #expect(try await stores[0].load("\(number)") == expected)
    }
    for store in stores { await store.close() }
  }

  @Test(
    "Keys and values up to the limits are taken, and longer ones refused before anything changes"
  )
  func limits() async throws {
    let store = try await open(DataSourceStoreLimits(keyLength: 4, valueSize: 3))
    // Four bytes, but two characters.
    try await store.save(.text("123"), for: "éé")
    let large = try await storeFailure { try await store.save(.text("1234"), for: "éé") }
    #expect(large?.code == .invalid)
    #expect(
      large?.description == "the value \"éé\" was not saved: it has 4 bytes; the limit is 3"
    )
    #expect(try await store.load("éé") == .text("123"))
    let key = String(repeating: "k", count: 5_000)
    for error in [
      try await storeFailure { try await store.save(.text(""), for: key) },
      try await storeFailure { try await store.load(key) },
      try await storeFailure { try await store.remove(key) },
    ] {
      #expect(error?.code == .invalid)
      #expect(error?.sqliteResult == nil)
      #expect((error?.description.utf8.count ?? .max) < 300)
    }
    await store.close()
  }

  @Test("By default a key has 1,024 bytes and a value 16 MiB, and no limits make no sense")
  func defaultLimits() async throws {
    #expect(DataSourceStoreLimits() == DataSourceStoreLimits(keyLength: 1_024, valueSize: 16 << 20))
    #expect(
      DataSourceStoreLimits(keyLength: .min, valueSize: .min)
        == DataSourceStoreLimits(keyLength: 1, valueSize: 0)
    )
    #expect(DataSourceStoreLimits(keyLength: .max, valueSize: .max).valueSize == 512 << 20)
    let store = try await open()
    let value = StoredDataSourceValue(
      bytes: Array(repeating: 7, count: 16 << 20),
      fetchedAt: WallTime(milliseconds: 0)
    )
    let key = String(repeating: "k", count: 1_024)
    try await store.save(value, for: key)
    #expect(try await store.load(key) == value)
    await store.close()
  }

  @Test("Any moment can be kept, and whatever number stands in the file is one")
  func moments() async throws {
    let store = try await open()
    for milliseconds in [Int64.min, -1, 0, 1, .max] {
      try await store.save(.text("1", at: milliseconds), for: "key")
      let loaded = try await store.load("key")
      #expect(loaded?.fetchedAt.milliseconds == milliseconds)
    }
    try SQLiteShell.check(
      "UPDATE netwatch_values SET fetched_at = 'yesterday', value = 'text';",
      on: folder.file("values.db")
    )
    #expect(try await store.load("key") == .text("text", at: 0))
    await store.close()
  }

  @Test("A closed store says so, and can be closed again; what was asked for before is done")
  func closed() async throws {
    let store = try await open()
    let saves = (0..<50).map { number in
      Task.immediate { try await store.save(.text("\(number)"), for: "\(number)") }
    }
    await store.close()
    await store.close()
    for save in saves { try await save.value }
    let error = try await storeFailure { try await store.save(.text("2"), for: "key") }
    #expect(error?.code == .closed)
    #expect(error?.operation == .save(key: "key"))
    #expect(error?.description.contains(folder.file("values.db")) == true)
    #expect(try await storeFailure { try await store.load("key") }?.code == .closed)
    #expect(try await storeFailure { try await store.remove("key") }?.code == .closed)
    #expect(
      try SQLiteShell.check("SELECT count(*) FROM netwatch_values;", on: folder.file("values.db"))
        == "50"
    )
  }

  @Test(
    "The thread of a store ends with the last reference, and sleeps while there is nothing to do"
  )
  func thread() async throws {
    var store: SQLiteDataSourceStore? = try await open()
    try await store?.save(.text("1"), for: "key")
    try await Task.sleep(for: .milliseconds(50))
    let before = try StoreThreads.wakeUps()
    #expect(!before.isEmpty)
    try await Task.sleep(for: .milliseconds(300))
    #expect(try StoreThreads.wakeUps() == before)
    store = nil
    try await eventually(within: .seconds(5)) { try StoreThreads.wakeUps().isEmpty }
  }
}
