import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite(
  "A disk that fails an SQLite store",
  .enabled(if: SmallDisk.isAvailable, "file systems can't be mounted here")
)
struct DiskTests {
  private static let job = NewJob(kind: "mail", payload: Array(repeating: 7, count: 4_000))

  @Test("A full disk is told with each call, and forgotten as soon as there is room")
  func full() async throws {
    let disk = try SmallDisk()
    let store = try await SQLiteJobStore.open(path: "\(disk.path)/jobs.db")
    let ids = try await store.submit([Self.job, Self.job]).map(\.id)
    try disk.fill()
    let many = Array(repeating: Self.job, count: 2_000)
    for _ in 1...3 {
      #expect(await store.failure { try await $0.submit(many) }?.code == .noSpace)
    }
    #expect(try await store.jobs(matching: JobQuery()).map(\.id) == ids)
    try disk.clear()
    let next = try await store.submit([Self.job])[0].id
    #expect(next.rawValue == 3)
    #expect(try await store.claim(9).map(\.run.id) == ids + [next])
    await store.close()
    let again = try await SQLiteJobStore.open(path: "\(disk.path)/jobs.db")
    #expect(try await again.statistics().states == [.running: 3])
    await again.close()
  }

  @Test("Every one of many callers is told that the disk is full, and none waits for ever")
  func manyCallers() async throws {
    let disk = try SmallDisk()
    let store = try await SQLiteJobStore.open(path: "\(disk.path)/jobs.db")
    try disk.fill()
    let large = Array(repeating: Self.job, count: 300)
    let codes = await withTaskGroup(of: JobStoreError.Code?.self) { group in
      for _ in 0..<20 {
        group.addTask { await store.failure { try await $0.submit(large) }?.code }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes == Array(repeating: .noSpace, count: 20))
    #expect(try await store.statistics().states == [:])
    await store.close()
  }

  @Test("A disk without room for a store says so")
  func noRoomToBegin() async throws {
    let disk = try SmallDisk()
    try disk.fill()
    let error = await #expect(throws: JobStoreError.self) {
      try await SQLiteJobStore.open(path: "\(disk.path)/jobs.db")
    }
    #expect(error?.code == .noSpace)
  }

  @Test("A store on a disk that may not be written is refused, made already or not")
  func readOnly() async throws {
    let disk = try SmallDisk()
    try await SQLiteJobStore.open(path: "\(disk.path)/jobs.db").close()
    try disk.makeReadOnly()
    for name in ["jobs.db", "new.db"] {
      let error = await #expect(throws: JobStoreError.self) {
        try await SQLiteJobStore.open(path: "\(disk.path)/\(name)")
      }
      #expect(error?.code == .denied)
      #expect(error?.message.contains("\(disk.path)/\(name)") == true)
    }
  }
}
