import Glibc
import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("The file of a history", .timeLimit(.minutes(1)))
struct HistoryFileTests {
  private let folder: TemporaryFolder
  private let path: String
  private let clocks = ManualStoreClocks()
  private let recorder = HistoryRecorder()

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("history.db")
  }

  private func failure(_ path: String) async -> JobStoreError? {
    do {
      try await HistoryStore.open(path, recorder, clocks).close()
      return nil
    } catch {
      return error as? JobStoreError
    }
  }

  @Test("It and those beside it are for their owner only")
  func mode() async throws {
    let store = try await HistoryStore.open(path, recorder, clocks)
    try await recorder.write([.job(1)], to: store)
    for name in [path, path + "-wal", path + "-shm"] {
      var status = stat()
      #expect(lstat(name, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600, "\(name)")
    }
    await store.close()
  }

  @Test("Links, folders that are not there, and what is no database are refused with a sentence")
  func refused() async throws {
    try await HistoryStore.open(path, recorder, clocks).close()
    #expect(symlink(path, folder.file("link.db")) == 0)
    #expect(await failure(folder.file("link.db"))?.code == .denied)
    #expect(await failure(folder.file("no/history.db"))?.code == .invalid)
    let text = String(repeating: "not a database. ", count: 1_000)
    try ChildProcess.check(["tee", folder.file("text.db")], input: text)
    let error = await failure(folder.file("text.db"))
    #expect(error?.code == .damaged)
    #expect(error?.message.contains(folder.file("text.db")) == true)
  }

  @Test("Tables of a newer version are refused, and stay as they are")
  func newer() async throws {
    try await HistoryStore.open(path, recorder, clocks).close()
    try SQLiteShell.check("UPDATE netwatch_schemas SET version = 9;", on: path)
    let error = await failure(path)
    #expect(error?.code == .newerVersion)
    #expect(error?.message.contains("version 9; this program knows 3") == true)
  }

  @Test("While another program holds the file, events wait, and are written after it")
  func held() async throws {
    let store = try await HistoryStore.open(path, recorder, clocks)
    let shell = try await SQLiteShell.hold(path)
    async let written: Void = recorder.write([.job(1)], to: store)
    try await Task.sleep(for: .milliseconds(200))
    #expect(recorder.ids == [])
    shell.closeInput()
    try await written
    #expect(recorder.ids == [1])
    await store.close()
  }

  @Test(
    "What a full disk has no room for is given back, and the next ids follow the last",
    .enabled(if: SmallDisk.isAvailable, "file systems can't be mounted here")
  )
  func full() async throws {
    let disk = try SmallDisk()
    let store = try await HistoryStore.open("\(disk.path)/history.db", recorder, clocks)
    try await recorder.write([.job(1)], to: store)
    try disk.fill()
    let many = (1...20_000).map { HistoryInput.job($0) }
    try await recorder.write(many, to: store)
    #expect(recorder.lost == many)
    #expect(recorder.errors.allSatisfy { $0.contains("no space left") })
    try disk.clear()
    try await recorder.write([.job(2)], to: store)
    #expect(recorder.ids == [1, 2])
    await store.close()
  }

  @Test("A writer that is killed at random has written what it said, in one piece")
  func kills() async throws {
    var generator = SeededGenerator(seed: 1)
    var last: Int64 = 0
    for _ in 1...10 {
      let worker = try ChildProcess.start([
        BuiltProgram.path("NetwatchTestWorker"), "history", path,
      ])
      var lines: [String] = []
      let count = Int.random(in: 1...200, using: &generator)
      while lines.count < count, let line = try await worker.nextLine() { lines.append(line) }
      worker.signal(SIGKILL)
      _ = try await worker.waitForExit()
      while let line = try await worker.nextLine() { lines.append(line) }
      let said = lines.compactMap { line in line.split(separator: " ").first.flatMap { Int64($0) } }
      #expect(said.count >= count)
      #expect(said.first ?? 0 > last)
      #expect(zip(said, said.dropFirst()).allSatisfy { $1 == $0 + 1 })
      let store = try await HistoryStore.open(path, recorder, clocks)
      let ids = try #require(try await store.page(after: last, limit: 100_000)?.records.map(\.id))
      // All that it said, and at most what it was about to say, without a gap.
      #expect(Set(said).isSubset(of: ids))
      #expect(ids == Array((last + 1)...(ids.last ?? 0)))
      last = ids.last ?? last
      await store.close()
    }
    #expect(try SQLiteShell.check("PRAGMA integrity_check;", on: path) == "ok")
  }
}
