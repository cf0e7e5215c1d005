import Glibc
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("The file of an SQLite store")
struct StoreFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The error of opening a file; nil where it was opened.
  private func failure(_ path: String) async throws -> JobStoreError? {
    do {
      try await SQLiteJobStore.open(path: path).close()
      return nil
    } catch let error as JobStoreError {
      return error
    }
  }

  /// A store with a thousand jobs, closed.
  private func fill(_ path: String) async throws {
    let store = try await SQLiteJobStore.open(path: path)
    let job = NewJob(kind: "mail", payload: Array(repeating: 7, count: 500))
    _ = try await store.submit(Array(repeating: job, count: 1_000))
    await store.close()
  }

  @Test("It and those beside it are for their owner only")
  func mode() async throws {
    let store = try await SQLiteJobStore.open(path: folder.database)
    _ = try await store.submit([.plain])
    for name in ["jobs.db", "jobs.db-wal", "jobs.db-shm"] {
      var status = stat()
      #expect(lstat(folder.file(name), &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600, "\(name)")
    }
    await store.close()
  }

  @Test("What was submitted is there after it was opened again, under the same identity")
  func reopening() async throws {
    let first = try await SQLiteJobStore.open(path: folder.database)
    let id = try await first.submit([.plain])[0].id
    await first.close()
    let second = try await SQLiteJobStore.open(path: folder.database)
    #expect(second.identity == first.identity)
    #expect(try await second.job(id)?.kind == "mail")
    #expect(try await second.submit([.plain])[0].id > id)
    await second.close()
  }

  @Test("No number is given twice, whatever was removed")
  func numbers() async throws {
    let store = try await SQLiteJobStore.open(path: folder.database)
    let id = try await store.submit([.plain])[0].id
    try await store.removeMoved([id])
    #expect(try await store.submit([.plain])[0].id.rawValue == id.rawValue + 1)
    await store.close()
  }

  @Test(
    "No symbolic link is followed in its place, nor beside it",
    arguments: ["jobs.db", "jobs.db-wal", "jobs.db-shm"]
  )
  func link(_ name: String) async throws {
    try await fill(folder.file("other.db"))
    #expect(symlink(folder.file("other.db"), folder.file(name)) == 0)
    let error = try await failure(folder.database)
    #expect(error?.code == .denied)
    #expect(error?.message.contains(folder.file(name)) == true, "\(String(describing: error))")
  }

  @Test("Its folder may be behind a symbolic link")
  func folderLink() async throws {
    let link = folder.path + "-link"
    #expect(symlink(folder.path, link) == 0)
    defer { unlink(link) }
    #expect(try await failure(link + "/jobs.db") == nil)
  }

  @Test(
    "What is no path of a file in a folder that is there is refused",
    arguments: ["", "/", "no/such/folder/jobs.db", "/tmp/", ".", "..", "a\0b", "/dev/null"]
  )
  func path(_ path: String) async throws {
    #expect(try await failure(path)?.code == .invalid)
  }

  @Test("A file that is no database is refused, and stays as it is")
  func notADatabase() async throws {
    let text = String(repeating: "not a database. ", count: 1_000)
    try ChildProcess.check(["tee", folder.database], input: text)
    let error = try await failure(folder.database)
    #expect(error?.code == .damaged)
    #expect(error?.message.contains(folder.database) == true)
    #expect(try ChildProcess.check(["cat", folder.database]) == text)
  }

  @Test("A database of somebody else's is refused, and stays as it is")
  func foreign() async throws {
    try SQLiteShell.check(
      "CREATE TABLE mine (x); INSERT INTO mine VALUES (1);",
      on: folder.database
    )
    #expect(try await failure(folder.database)?.code == .damaged)
    #expect(try SQLiteShell.check("SELECT name FROM sqlite_schema;", on: folder.database) == "mine")
  }

  @Test("A truncated file is damaged, and never an empty store")
  func truncated() async throws {
    try await fill(folder.database)
    #expect(truncate(folder.database, 100_000) == 0)
    let error = try await failure(folder.database)
    #expect(error?.code == .damaged)
    #expect(error?.message.contains(folder.database) == true)
  }

  @Test("A file damaged in the middle is damaged when it is read, and never an empty store")
  func damaged() async throws {
    try await fill(folder.database)
    // The first pages hold the schema; all the jobs are behind them.
    try ChildProcess.check([
      "dd", "if=/dev/zero", "of=\(folder.database)", "bs=4096", "seek=20", "count=80",
      "conv=notrunc", "status=none",
    ])
    let store = try await SQLiteJobStore.open(path: folder.database)
    let error = await store.failure { try await $0.jobs(matching: JobQuery()) }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains(folder.database) == true)
    #expect(await store.failure { try await $0.claim(1_000) }?.code == .damaged)
    await store.close()
  }

  @Test("A store of a newer version is refused, and stays as it is")
  func newer() async throws {
    try await fill(folder.database)
    try SQLiteShell.check("PRAGMA user_version = 99;", on: folder.database)
    #expect(try await failure(folder.database)?.code == .newerVersion)
    #expect(try SQLiteShell.check("PRAGMA user_version;", on: folder.database) == "99")
  }

  @Test("Many that make the same file at once get the same store")
  func race() async throws {
    let path = folder.database
    let identities = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = try await SQLiteJobStore.open(path: path)
          _ = try await store.submit([.plain])
          await store.close()
          return store.identity
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(identities.count == 1)
    #expect(try SQLiteShell.check("SELECT count(*) FROM netwatch_jobs;", on: path) == "8")
  }

  @Test("A closed store says so, and can be closed again")
  func closed() async throws {
    let store = try await SQLiteJobStore.open(path: folder.database)
    await store.close()
    await store.close()
    #expect(await store.failure { try await $0.submit([.plain]) }?.code == .closed)
    #expect(await store.failure { try await $0.job(JobID(rawValue: 1)) }?.code == .closed)
  }
}
