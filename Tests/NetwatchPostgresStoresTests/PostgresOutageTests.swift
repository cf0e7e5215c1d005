import Glibc
import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchPostgresStores

@Suite("A PostgreSQL store outlives its connections and its server", .needsPostgres)
struct PostgresOutageTests {
  private static let terminate = """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE application_name = 'netwatch' AND pid <> pg_backend_pid()
    """

  @Test("After its sessions were terminated a store works on, and hears what others do")
  func terminated() async throws {
    let database = try PostgresDatabase(try PostgresCluster())
    let store = try await database.open()
    let changes = HeardChanges()
    let observation = store.observe(changes.hear)
    try await eventually(within: .seconds(10)) { changes.elsewhere > 0 }
    let before = changes.elsewhere
    #expect(try await database.sql(Self.terminate) == "2")
    // It says so once it listens again, as something may have been missed.
    try await eventually(within: .seconds(10)) { changes.elsewhere > before }
    let heard = changes.elsewhere
    try await database.sql("SELECT @.submit('mail', '1')")
    try await eventually(within: .seconds(4)) { changes.elsewhere > heard }
    #expect(try await store.take(1).claimed.count == 1)
    withExtendedLifetime(observation) {}
    await store.close()
  }

  @Test("What is asked for while the server is down is answered when it is back")
  func crashed() async throws {
    let database = try PostgresDatabase(try PostgresCluster())
    let store = try await database.open(patience: .seconds(60))
    try await store.submit(1)
    try await awaitThread { try database.cluster.stop(.immediate) }
    async let receipt = store.submit(2)
    try await Task.sleep(for: .seconds(3))
    try await awaitThread { try database.cluster.start() }
    _ = try await receipt
    #expect(try await store.numbers() == [1, 2])
    await store.close()
  }

  @Test("Without a server a call fails once it has waited long enough, or is cancelled")
  func patience() async throws {
    let database = try PostgresDatabase(try PostgresCluster())
    let store = try await database.open(patience: .seconds(1))
    try await awaitThread { try database.cluster.stop() }
    let beginning = ContinuousClock.now
    let error = await #expect(throws: JobStoreError.self) { try await store.submit(1) }
    #expect(error?.code == .unavailable)
    #expect(.now - beginning > .milliseconds(900))
    let call = Task { try await store.submit(2) }
    try await Task.sleep(for: .milliseconds(50))
    call.cancel()
    let cancelled = ContinuousClock.now
    await #expect(throws: CancellationError.self) { _ = try await call.value }
    #expect(.now - cancelled < .milliseconds(50))
    await store.close()
  }

  @Test("Turns go on over a restart, and each job is given and finished once")
  func restarted() async throws {
    let database = try PostgresDatabase(try PostgresCluster())
    let store = try await database.open(patience: .seconds(60))
    let jobs = (0..<2_000).map { NewJob(kind: "mail", payload: Array("\($0)".utf8)) }
    _ = try await store.submit(jobs)
    let restart = Task {
      for _ in 0..<2 {
        try await Task.sleep(for: .milliseconds(150))
        try await awaitThread { try database.cluster.restart() }
      }
    }
    var runs: [JobRun] = []
    var given: [JobID] = []
    repeat {
      let result = try await store.take(8, finishing: runs)
      #expect(result.lost.isEmpty)
      runs = result.claimed.map(\.run)
      given += runs.map(\.id)
    } while !runs.isEmpty
    try await restart.value
    #expect(given.count == jobs.count && Set(given).count == jobs.count)
    #expect(try await store.statistics().states == [.succeeded: jobs.count])
    await store.close()
  }

  @Test("Jobs submitted while sessions are terminated are stored once each")
  func cutSubmissions() async throws {
    let database = try PostgresDatabase(try PostgresCluster())
    let store = try await database.open(patience: .seconds(60))
    let cutting = Task {
      while !Task.isCancelled {
        try await database.sql(Self.terminate)
        try await Task.sleep(for: .milliseconds(.random(in: 0...60)))
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for submitter in 0..<8 {
        group.addTask {
          for number in 0..<100 { try await store.submit(submitter * 100 + number) }
        }
      }
      try await group.waitForAll()
    }
    cutting.cancel()
    _ = try? await cutting.value
    #expect(try await store.numbers().sorted() == Array(0..<800))
    await store.close()
  }

  @Test(
    "A server that says nothing is given up after the limit, and what it does later is done once"
  )
  func silentServer() async throws {
    let database = try PostgresDatabase(try PostgresCluster())
    let store = try await database.open(answerLimit: .seconds(1))
    try await store.submit(1)
    let backend = try #require(
      Int32(
        try await database.sql(
          "SELECT pid FROM pg_stat_activity WHERE application_name = 'netwatch'"
        )
      )
    )
    kill(backend, SIGSTOP)
    let beginning = ContinuousClock.now
    let error = await #expect(throws: JobStoreError.self) { try await store.submit(2, key: "k") }
    #expect(error?.code == .unavailable)
    #expect(.now - beginning < .seconds(3))
    // Another connection is used meanwhile.
    try await store.submit(3)
    kill(backend, SIGCONT)
    let ending = "SELECT count(*) FROM pg_stat_activity WHERE pid = \(backend)"
    try await eventually(within: .seconds(10)) { try await database.sql(ending) == "0" }
    let receipt = try await store.submit(2, key: "k")
    #expect(!receipt.isDuplicate)
    #expect(try await store.numbers().sorted() == [1, 2, 3])
    await store.close()
  }

  @Test("Nobody at the socket is unavailable, and a wrong database or password is denied at once")
  func refusals() async throws {
    func code(_ connection: String) async -> JobStoreError.Code? {
      do {
        _ = try await PostgresJobStore.open(connection, patience: .milliseconds(300))
        return nil
      } catch {
        return (error as? JobStoreError)?.code
      }
    }
    let cluster = try PostgresDatabase.server.get()
    #expect(await code("host=/nowhere user=postgres") == .unavailable)
    let host = "host=\(cluster.folder) port=\(cluster.port)"
    #expect(await code("\(host) user=postgres dbname=nothing") == .denied)
    #expect(await code("\(host) user=nobody dbname=postgres") == .denied)
  }

  @Test("A role without rights is denied, and a schema of a later version refused")
  func versions() async throws {
    let database = try PostgresDatabase()
    await (try await database.open()).close()
    let role = "role\(UInt32.random(in: 0 ... .max))"
    try await database.sql("CREATE ROLE \(role) LOGIN")
    let connection = "\(database.cluster.connectionString) user=\(role)"
    let denied = await #expect(throws: JobStoreError.self) {
      _ = try await PostgresJobStore.open(connection, schema: database.schema)
    }
    #expect(denied?.code == .denied)
    try await database.sql("UPDATE @.version SET version = 1000")
    let newer = await #expect(throws: JobStoreError.self) { _ = try await database.open() }
    #expect(newer?.code == .newerVersion)
  }

  @Test("Programs that open a new store at the same time all get it")
  func migratesOnce() async throws {
    let database = try PostgresDatabase()
    let identities = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<6 { group.addTask { try await database.open().identity } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(identities.count == 1)
  }
}
