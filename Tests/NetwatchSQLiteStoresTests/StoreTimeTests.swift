import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("The time of an SQLite store")
struct StoreTimeTests {
  private static let hour = Duration.seconds(3_600)

  private let fixture: SQLiteFixture

  init() throws { fixture = try SQLiteFixture() }

  /// A store with a job that is due in a minute and one whose lease ends in a minute, the first of
  /// them with the smaller number.
  private func prepare() async throws -> any JobStore {
    let store = try await fixture.makeStore(limits: JobLimits())
    _ = try await store.submit([.plain(JobOptions(notBefore: .seconds(60))), .plain])
    _ = try await store.claim(lease: .seconds(60))
    return store
  }

  private func states(_ store: any JobStore) async throws -> [JobState] {
    _ = try await store.look(StoreLook())
    return try await store.jobs(matching: JobQuery()).map(\.state)
  }

  @Test(
    "Nothing comes early or late because the wall clock was set, opened again or not",
    arguments: [hour, .zero - hour],
    [false, true]
  )
  func wallClock(_ step: Duration, isReopened: Bool) async throws {
    var store = try await prepare()
    fixture.clocks.setWall(ahead: step)
    if isReopened {
      await store.close()
      store = try await fixture.open()
    }
    fixture.clocks.advance(by: .seconds(59))
    #expect(try await states(store) == [.waiting, .running])
    fixture.clocks.advance(by: .seconds(1))
    #expect(try await states(store) == [.ready, .ready])
    await store.close()
  }

  @Test(
    "A wall clock that is set far ahead makes no finished job old, opened again or not",
    arguments: [false, true]
  )
  func clockAhead(isReopened: Bool) async throws {
    var store: any JobStore = try await fixture.makeStore(limits: JobLimits())
    let job = try #require(try await store.submit([.plain]).first)
    _ = try await store.cancel(job.id)
    let decade = Self.hour * (24 * 365 * 10)
    fixture.clocks.setWall(ahead: decade)
    if isReopened {
      await store.close()
      store = try await fixture.open()
    }
    let rule = JobRetention(cancelled: .init(age: Self.hour, count: 9))
    fixture.clocks.advance(by: .seconds(3_599))
    #expect(try await store.prune(rule) == 0)
    fixture.clocks.setWall(ahead: .zero - decade)
    #expect(try await store.prune(rule) == 0)
    fixture.clocks.advance(by: .seconds(1))
    #expect(try await store.prune(rule) == 1)
    await store.close()
  }

  @Test("After a reboot time goes on by the wall clock")
  func reboot() async throws {
    let before = try await prepare()
    await before.close()
    fixture.clocks.reboot()
    fixture.clocks.setWall(ahead: .seconds(30))
    let store = try await fixture.open(clockName: "second boot")
    #expect(try await states(store) == [.waiting, .running])
    fixture.clocks.advance(by: .seconds(29))
    #expect(try await states(store) == [.waiting, .running])
    fixture.clocks.advance(by: .seconds(1))
    #expect(try await states(store) == [.ready, .ready])
    await store.close()
  }

  @Test("After a reboot with the wall clock set back, time stands where it was, and goes on")
  func rebootInThePast() async throws {
    let before = try await prepare()
    await before.close()
    fixture.clocks.reboot()
    fixture.clocks.setWall(ahead: .zero - Self.hour)
    let store = try await fixture.open(clockName: "second boot")
    #expect(try await states(store) == [.waiting, .running])
    fixture.clocks.advance(by: .seconds(60))
    #expect(try await states(store) == [.ready, .ready])
    await store.close()
  }

  @Test("What was written long after the opening is not forgotten by a reboot")
  func clockIsNoted() async throws {
    let before = try await fixture.makeStore(limits: JobLimits())
    fixture.clocks.advance(by: Self.hour)
    _ = try await before.submit([.plain(JobOptions(notBefore: .seconds(60)))])
    await before.close()
    fixture.clocks.reboot()
    fixture.clocks.setWall(ahead: .zero - Self.hour * 2)
    let store = try await fixture.open(clockName: "second boot")
    let next = try #require(try await store.look(StoreLook()).next)
    #expect(next <= .seconds(60))
    await store.close()
  }

  @Test("A wall clock that was set is noted with the next change, for the view for submitting")
  func settingIsNoted() async throws {
    let store = try await fixture.makeStore(limits: JobLimits())
    _ = try await store.submit([.plain])
    let sql = "SELECT wall - seen FROM netwatch_clocks;"
    let before = try #require(Int(try SQLiteShell.check(sql, on: fixture.path)))
    fixture.clocks.setWall(ahead: Self.hour)
    _ = try await store.submit([.plain])
    let after = try #require(Int(try SQLiteShell.check(sql, on: fixture.path)))
    #expect(after - before == 3_600_000)
    await store.close()
  }

  @Test("Two that read different clocks agree on what is due")
  func twoClocks() async throws {
    let first = try await fixture.makeStore(limits: JobLimits())
    _ = try await first.submit([.plain(JobOptions(notBefore: .seconds(60)))])
    let other = ManualStoreClocks()
    other.reboot()
    let second = try await SQLiteJobStore.open(
      path: fixture.path,
      limits: JobLimits(),
      clocks: other.clocks,
      clockName: "another namespace"
    )
    let nexts = [
      try await first.look(StoreLook()).next, try await second.look(StoreLook()).next,
    ]
    #expect(nexts == [.seconds(60), .seconds(60)])
    await first.close()
    await second.close()
  }
}
