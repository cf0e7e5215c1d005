import NetwatchCore
import NetwatchDataSources
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@Suite("A data source that starts again with what is in SQLite", .timeLimit(.minutes(1)))
struct PersistedSourceTests {
  private let daemon: Daemon

  init() throws { daemon = try Daemon() }

  @Test("It has the last value and its age at once, and the time to live goes on")
  func restart() async throws {
    try await daemon.runOnce(fetching: 7) { $0.ttl(.seconds(100)) }
    daemon.clocks.advance(by: .seconds(90))
    daemon.server(brings: 8)
    let store = try await daemon.openStore()
    let source = try await daemon.startLoaded(with: store) { $0.ttl(.seconds(100)) }
    #expect(source.snapshot.value == 7)
    #expect(source.snapshot.age == .seconds(90))
    #expect(source.snapshot.isFresh)
    #expect(try await source.refresh() == 7)
    #expect(daemon.fetchCount == 1)
    daemon.clocks.advance(by: .seconds(10))
    #expect(!source.snapshot.isFresh)
    #expect(try await source.refresh() == 8)
    #expect(daemon.fetchCount == 2)
    await store.close()
  }

  @Test("A reboot changes nothing: the age is told by civil time")
  func reboot() async throws {
    try await daemon.runOnce(fetching: 7)
    daemon.clocks.advance(by: .seconds(60))
    daemon.clocks.reboot()
    let store = try await daemon.openStore()
    let source = try await daemon.startLoaded(with: store)
    #expect(source.snapshot.age == .seconds(60))
    daemon.clocks.advance(by: .seconds(5))
    #expect(source.snapshot.age == .seconds(65))
    await store.close()
  }

  @Test("A refresh that comes first waits for the stored value, and is answered with it")
  func earlyRefresh() async throws {
    try await daemon.runOnce(fetching: 7) { $0.ttl(.seconds(100)) }
    let base = try await daemon.openStore()
    let store = GatedStore(base, holding: [.load])
    let source = daemon.start(with: store) { $0.ttl(.seconds(100)) }
    let refresh = Task.immediate { try await source.refresh() }
    try await eventually(within: .seconds(5)) { store.begun == [.load] }
    #expect(source.snapshot.value == .some(nil))
    store.letGo()
    #expect(try await refresh.value == 7)
    #expect(daemon.fetchCount == 1)
    await base.close()
  }

  @Test("A subscriber gets the stored value")
  func subscriber() async throws {
    try await daemon.runOnce(fetching: 7)
    let store = try await daemon.openStore()
    let source = daemon.start(with: store)
    let found = await source.values.first { $0 != nil }
    #expect(found == 7)
    await store.close()
  }

  @Test("A stale value answers at once, and is fetched anew meanwhile and stored")
  func stale() async throws {
    try await daemon.runOnce(fetching: 7) { $0.ttl(.seconds(100)) }
    daemon.clocks.advance(by: .seconds(3_600))
    daemon.server(brings: 8)
    let store = try await daemon.openStore()
    let source = daemon.start(with: store) { $0.ttl(.seconds(100)).staleWhileRevalidate() }
    #expect(try await source.refresh() == 7)
    try await eventually(within: .seconds(5)) { source.snapshot.value == 8 }
    try await eventually(within: .seconds(5)) {
      try await store.load("key")?.bytes == Array("8".utf8)
    }
    #expect(source.snapshot.age == .zero)
    #expect(daemon.fetchCount == 2)
    await store.close()
  }

  @Test("A value whose time ended while nobody ran is cleared, where it is to be, and removed")
  func expired() async throws {
    try await daemon.runOnce(fetching: 7)
    daemon.clocks.advance(by: .seconds(100))
    let store = try await daemon.openStore()
    let source = daemon.start(with: store) { $0.ttl(.seconds(100), clear: true) }
    try await eventually(within: .seconds(5)) { try await store.load("key") == nil }
    #expect(source.snapshot.value == .some(nil))
    #expect(source.snapshot.age == nil)
    await store.close()
  }

  @Test("A wall clock that was set back makes no age below zero, and no value that lives for ever")
  func clockSetBack() async throws {
    try await daemon.runOnce(fetching: 7) { $0.ttl(.seconds(100)) }
    daemon.clocks.setWall(ahead: .seconds(-86_400))
    let store = try await daemon.openStore()
    let source = try await daemon.startLoaded(with: store) { $0.ttl(.seconds(100)) }
    #expect(source.snapshot.age == .zero)
    #expect(source.snapshot.isFresh)
    daemon.clocks.advance(by: .seconds(100))
    #expect(source.snapshot.age == .seconds(100))
    #expect(!source.snapshot.isFresh)
    await store.close()
  }

  @Test("Whatever moment stands in the file, the source starts", arguments: [Int64.min, 0, .max])
  func absurdMoments(_ milliseconds: Int64) async throws {
    let store = try await daemon.openStore()
    try await store.save(.text("7", at: milliseconds), for: "key")
    let source = try await daemon.startLoaded(with: store) { $0.ttl(.seconds(100)) }
    #expect(source.snapshot.value == 7)
    #expect(source.snapshot.isFresh == (milliseconds == .max))
    await store.close()
  }

  @Test(
    "A value that can't be decoded any more is told, and the next one takes its place",
    arguments: ["", "{\"name\":", "\"seven\"", "[7]"]
  )
  func undecodable(_ text: String) async throws {
    let store = try await daemon.openStore()
    try await store.save(.text(text), for: "key")
    daemon.server(brings: 8)
    let source = daemon.start(with: store) { $0.ttl(.seconds(100)) }
    #expect(try await source.refresh() == 8)
    #expect(daemon.storeErrors.count == 1)
    #expect(daemon.storeErrors.first is DecodingError)
    #expect(try await store.load("key")?.bytes == Array("8".utf8))
    await store.close()
  }

  @Test("A store that fails is told, and the source goes on without")
  func failingStore() async throws {
    let store = try await daemon.openStore()
    await store.close()
    daemon.server(brings: 7)
    let source = daemon.start(with: store) { $0.ttl(.seconds(100)) }
    #expect(try await source.refresh() == 7)
    #expect(try await source.refresh() == 7)
    source.clear()
    try await eventually(within: .seconds(5)) { daemon.storeErrors.count == 3 }
    let errors = daemon.storeErrors.compactMap { $0 as? DataSourceStoreError }
    #expect(
      errors.map(\.operation) == [.load(key: "key"), .save(key: "key"), .remove(key: "key")]
    )
    #expect(errors.allSatisfy { $0.code == .closed })
    #expect(source.snapshot.value == .some(nil))
  }

  @Test("A refresh that fails keeps the stored value, in the source and in the store")
  func failingFetch() async throws {
    try await daemon.runOnce(fetching: 7)
    daemon.server(brings: nil)
    let store = try await daemon.openStore()
    let source = daemon.start(with: store)
    await #expect(throws: OutOfOrder.self) { try await source.refresh() }
    #expect(source.snapshot.value == 7)
    #expect(try await store.load("key") != nil)
    await store.close()
  }

  @Test("The last value is saved even where the source ends meanwhile")
  func ending() async throws {
    daemon.server(brings: 7)
    let base = try await daemon.openStore()
    let store = GatedStore(base, holding: [.save])
    var source: DataSource<Int?>? = daemon.start(with: store)
    let refresh = Task.immediate { [source] in try await source?.refresh() }
    try await eventually(within: .seconds(5)) { store.begun.contains(.save) }
    source?.terminate()
    source = nil
    await #expect(throws: CancellationError.self) { try await refresh.value }
    store.letGo()
    try await eventually(within: .seconds(5)) {
      try await base.load("key")?.bytes == Array("7".utf8)
    }
    await base.close()
  }
}
