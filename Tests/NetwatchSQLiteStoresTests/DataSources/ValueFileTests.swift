import Glibc
import NetwatchCore
import NetwatchDataSources
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("The file of an SQLite store of values", .timeLimit(.minutes(1)))
struct ValueFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("values.db")
  }

  private func opening(_ path: String) async throws -> DataSourceStoreError? {
    try await storeFailure { try await SQLiteDataSourceStore.open(path: path).close() }
  }

  /// A store with a hundred values, closed.
  private func fill() async throws {
    let store = try await SQLiteDataSourceStore.open(path: path)
    for number in 0..<100 {
      try await store.save(.text(String(repeating: "x", count: 3_000)), for: "\(number)")
    }
    await store.close()
  }

  @Test("It and those beside it are for their owner only")
  func mode() async throws {
    let store = try await SQLiteDataSourceStore.open(path: path)
    try await store.save(.text("1"), for: "key")
    for name in [path, path + "-wal", path + "-shm"] {
      var status = stat()
      #expect(lstat(name, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600, "\(name)")
    }
    await store.close()
  }

  @Test(
    "What is no path of a file in a folder that is there is refused",
    arguments: ["", "/", "no/such/folder/values.db", "/tmp/", "..", "a\0b", "/dev/null"]
  )
  func path(_ path: String) async throws {
    #expect(try await opening(path)?.code == .invalid)
  }

  @Test("No symbolic link is followed")
  func link() async throws {
    try await fill()
    #expect(symlink(path, folder.file("link.db")) == 0)
    #expect(try await opening(folder.file("link.db"))?.code == .denied)
  }

  @Test("A file that is no database is refused with a sentence, and stays as it is")
  func notADatabase() async throws {
    let text = String(repeating: "not a database. ", count: 1_000)
    try ChildProcess.check(["tee", path], input: text)
    let error = try #require(try await opening(path))
    #expect(error.code == .damaged)
    #expect(error.operation == .open)
    #expect(error.sqliteResult == 26)
    #expect(
      error.description
        == """
        the store of values was not opened: the store \(path) is damaged, or is not a store: \
        file is not a database (SQLite code 26)
        """
    )
    #expect(try ChildProcess.check(["cat", path]) == text)
  }

  @Test("A database of somebody else's is refused, and stays as it is")
  func foreign() async throws {
    try SQLiteShell.check("CREATE TABLE mine (x); INSERT INTO mine VALUES (1);", on: path)
    let error = try await opening(path)
    #expect(error?.code == .damaged)
    #expect(error?.description.contains(path) == true)
    #expect(try SQLiteShell.check("SELECT name FROM sqlite_schema;", on: path) == "mine")
  }

  @Test("A table of a newer version is refused, and stays as it is")
  func newer() async throws {
    try await fill()
    try SQLiteShell.check("UPDATE netwatch_schemas SET version = 9;", on: path)
    let error = try await opening(path)
    #expect(error?.code == .newerVersion)
    #expect(error?.description.contains("version 9; this program knows 1") == true)
    let left = "SELECT version, (SELECT count(*) FROM netwatch_values) FROM netwatch_schemas;"
    #expect(try SQLiteShell.check(left, on: path) == "9|100")
  }

  @Test("A truncated file is damaged, and never an empty store")
  func truncated() async throws {
    try await fill()
    #expect(truncate(path, 50_000) == 0)
    #expect(try await opening(path)?.code == .damaged)
  }

  @Test("A file damaged in the middle says so with the key, and keeps what can be read")
  func damaged() async throws {
    try await fill()
    try ChildProcess.check([
      "dd", "if=/dev/urandom", "of=\(path)", "bs=4096", "seek=30", "count=20", "conv=notrunc",
      "status=none",
    ])
    let store = try await SQLiteDataSourceStore.open(path: path)
    var codes: [DataSourceStoreError.Code?] = []
    for number in 0..<100 {
      let error = try await storeFailure { try await store.load("\(number)") }
      codes.append(error?.code)
      guard let error else { continue }
      #expect(error.operation == .load(key: "\(number)"))
      #expect(error.description.contains(path))
      #expect(error.sqliteResult.map { $0 & 0xff } == 11)
    }
    #expect(Set(codes) == [.damaged, nil])
    await store.close()
  }

  @Test("A file that another program holds is busy after 10 s, and nothing was changed")
  func busy() async throws {
    try await fill()
    let store = try await SQLiteDataSourceStore.open(path: path)
    let shell = try await SQLiteShell.hold(path)
    let error = try await storeFailure { try await store.save(.text("2"), for: "1") }
    #expect(error?.code == .busy)
    #expect(error?.sqliteResult == 5)
    shell.closeInput()
    #expect(try await store.load("1")?.bytes.count == 3_000)
    await store.close()
  }

  @Test(
    "A folder that may not be written is refused, and so is a file",
    .enabled(if: SmallDisk.isAvailable, "file systems can't be mounted here")
  )
  func readOnly() async throws {
    let disk = try SmallDisk()
    try await SQLiteDataSourceStore.open(path: "\(disk.path)/values.db").close()
    try disk.makeReadOnly()
    for name in ["values.db", "new.db"] {
      let error = try await opening("\(disk.path)/\(name)")
      #expect(error?.code == .denied)
      #expect(error?.description.contains("\(disk.path)/\(name)") == true)
    }
  }

  @Test(
    "A full disk is told with each save, loses nothing, and is forgotten as soon as there is room",
    .enabled(if: SmallDisk.isAvailable, "file systems can't be mounted here")
  )
  func full() async throws {
    let disk = try SmallDisk()
    let store = try await SQLiteDataSourceStore.open(path: "\(disk.path)/values.db")
    try await store.save(.text("old", at: 1), for: "key")
    try disk.fill()
    let large = String(repeating: "x", count: 3 << 20)
    for _ in 1...3 {
      let error = try await storeFailure { try await store.save(.text(large), for: "key") }
      #expect(error?.code == .noSpace)
      #expect(error?.sqliteResult.map { $0 & 0xff } == 13)
    }
    #expect(try await store.load("key") == .text("old", at: 1))
    try disk.clear()
    try await store.save(.text("new", at: 2), for: "key")
    await store.close()
    let again = try await SQLiteDataSourceStore.open(path: "\(disk.path)/values.db")
    #expect(try await again.load("key") == .text("new", at: 2))
    await again.close()
  }
}
