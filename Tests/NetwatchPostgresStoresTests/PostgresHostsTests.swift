import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchPostgresStores

@Suite("Hosts share a PostgreSQL store", .needsPostgres)
struct PostgresHostsTests {
  @Test("Hosts that claim at the same time get different jobs, and together all of them")
  func claimsAreDisjoint() async throws {
    let database = try PostgresDatabase()
    let stores = [try await database.open(), try await database.open(), try await database.open()]
    let jobs = (0..<600).map { NewJob(kind: "mail", payload: Array("\($0)".utf8)) }
    let ids = try await stores[0].submit(jobs).map(\.id)
    let claimed = try await withThrowingTaskGroup(of: [JobID].self) { group in
      for store in stores {
        group.addTask {
          var own: [JobID] = []
          while true {
            let taken = try await store.take(16).claimed.map(\.run.id)
            own += taken
            if taken.isEmpty { return own }
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(claimed.sorted() == ids)
  }

  @Test("Of hosts that claim exclusively at the same time one gets a job")
  func exclusiveClaims() async throws {
    let database = try PostgresDatabase()
    let stores = [try await database.open(), try await database.open(), try await database.open()]
    for round in 0..<20 {
      for number in 0..<3 { try await stores[0].submit(round * 3 + number) }
      let runs = try await withThrowingTaskGroup(of: [JobRun].self) { group in
        for store in stores {
          group.addTask { try await store.take(1, isExclusive: true).claimed.map(\.run) }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(runs.count == 1)
      _ = try await stores[0].take(0, finishing: runs)
      _ = try await stores[0].take(2, finishing: try await stores[0].take(2).claimed.map(\.run))
      let rest = try await stores[0].jobs(matching: JobQuery(states: [.running])).map(\.id)
      for id in rest { _ = try await stores[0].cancel(id) }
    }
  }

  @Test("A pace that two hosts change from the same revision is that of one of them")
  func paces() async throws {
    let database = try PostgresDatabase()
    let stores = [try await database.open(), try await database.open()]
    let results = try await withThrowingTaskGroup(of: StoreTurnResult.self) { group in
      for (index, store) in stores.enumerated() {
        group.addTask {
          let pace = StoredPace(gap: .seconds(index + 1), window: 1, hold: .zero)
          return try await store.turn(
            StoreTurn(worker: "\(index)", lease: .seconds(60), paces: ["default": pace])
          )
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.map { $0.paces["default"]?.revision } == [1, 1])
    #expect(Set(results.compactMap { $0.paces["default"]?.gap }).count == 1)
  }

  @Test("What one host submits the other hears of, and not what it does itself")
  func listens() async throws {
    let database = try PostgresDatabase()
    let (first, second) = (try await database.open(), try await database.open())
    let changes = HeardChanges()
    let observation = first.observe(changes.hear)
    try await eventually(within: .seconds(10)) { changes.elsewhere > 0 }
    try await first.submit(1)
    try await Task.sleep(for: .milliseconds(300))
    #expect(changes.elsewhere == 1)
    try await second.submit(2)
    try await eventually(within: .seconds(4)) { changes.elsewhere == 2 }
    withExtendedLifetime(observation) {}
    await first.close()
  }

  @Test("A store needs no state in its database's session")
  func worksThroughPoolers() async throws {
    let database = try PostgresDatabase()
    let store = try await database.open(listening: .never)
    for number in 0..<20 {
      try await store.run("DISCARD ALL")
      try await store.submit(number, key: "\(number)")
      try await store.run("DISCARD ALL")
      let claimed = try await store.take(1).claimed
      try await store.run("DISCARD ALL")
      _ = try await store.take(0, finishing: claimed.map(\.run))
      _ = try await store.look(StoreLook())
    }
    #expect(try await store.statistics().states == [.succeeded: 20])
  }

  @Test("A store that is observed, and has nothing to do, asks the server nothing")
  func idles() async throws {
    let cluster = try PostgresCluster(settings: ["log_statement": "all"])
    let database = try PostgresDatabase(cluster)
    let store = try await database.open()
    let changes = HeardChanges()
    let observation = store.observe(changes.hear)
    try await eventually(within: .seconds(10)) { changes.elsewhere > 0 }
    let before = cluster.log
    #expect(before.contains("LISTEN"))
    try await Task.sleep(for: .seconds(4))
    #expect(cluster.log == before)
    withExtendedLifetime(observation) {}
    await store.close()
  }
}
