import NetwatchCore
import NetwatchDataSources
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

/// A way to clear a source.
enum Clearing: CaseIterable, Sendable {
  case clear, cancelRefresh, refresh

  func callAsFunction(_ source: DataSource<Int?>) async throws {
    switch self {
    case .clear: source.clear()
    case .cancelRefresh: source.cancelRefresh(clear: true)
    // The server is down: what was cleared stays so.
    case .refresh:
      await #expect(throws: OutOfOrder.self) { try await source.refresh(clear: true) }
    }
  }
}

@Suite("A persisted value that is cleared", .timeLimit(.minutes(1)))
struct PersistedClearingTests {
  private let daemon: Daemon

  init() throws { daemon = try Daemon() }

  @Test("It is gone at the next start", arguments: Clearing.allCases)
  func cleared(_ clearing: Clearing) async throws {
    try await daemon.runOnce(fetching: 7)
    daemon.server(brings: nil)
    let store = try await daemon.openStore()
    let source = try await daemon.startLoaded(with: store)
    try await clearing(source)
    #expect(source.snapshot.value == .some(nil))
    try await eventually(within: .seconds(5)) { try await store.load("key") == nil }
    await store.close()
  }

  @Test("It is removed even where it could not be decoded", arguments: Clearing.allCases)
  func undecodable(_ clearing: Clearing) async throws {
    daemon.server(brings: nil)
    let store = try await daemon.openStore()
    try await store.save(.text("nonsense"), for: "key")
    let source = daemon.start(with: store)
    try await eventually(within: .seconds(5)) { daemon.storeErrors.count == 1 }
    try await clearing(source)
    try await eventually(within: .seconds(5)) { try await store.load("key") == nil }
    await store.close()
  }

  @Test(
    "Where it is cleared before it was loaded, it does not come back",
    arguments: Clearing.allCases
  )
  func duringLoad(_ clearing: Clearing) async throws {
    try await daemon.runOnce(fetching: 7)
    daemon.server(brings: nil)
    let base = try await daemon.openStore()
    let store = GatedStore(base, holding: [.load])
    let source = daemon.start(with: store)
    try await eventually(within: .seconds(5)) { store.begun == [.load] }
    async let cleared: Void = clearing(source)
    try await Task.sleep(for: .milliseconds(20))
    #expect(store.begun == [.load], "a source calls one function of its store at a time")
    store.letGo()
    try await cleared
    try await eventually(within: .seconds(5)) { try await base.load("key") == nil }
    #expect(source.snapshot.value == .some(nil))
    #expect(store.peak == 1)
    await base.close()
  }

  @Test("It does not come back where the source is let go of before it was loaded")
  func letGoOf() async throws {
    try await daemon.runOnce(fetching: 7)
    let base = try await daemon.openStore()
    let store = GatedStore(base, holding: [.load])
    daemon.start(with: store).clear()
    store.letGo()
    try await eventually(within: .seconds(5)) { try await base.load("key") == nil }
    #expect(store.peak == 1)
    await base.close()
  }

  @Test("Where it is cleared while it is saved, it is removed after that")
  func duringSave() async throws {
    daemon.server(brings: 7)
    let base = try await daemon.openStore()
    let store = GatedStore(base, holding: [.save])
    let source = daemon.start(with: store)
    let refresh = Task.immediate { try await source.refresh() }
    try await eventually(within: .seconds(5)) { store.begun.contains(.save) }
    #expect(source.snapshot.value == 7)
    source.clear()
    #expect(source.snapshot.value == .some(nil))
    store.letGo()
    #expect(try await refresh.value == 7)
    #expect(try await base.load("key") == nil)
    #expect(store.begun == [.load, .save, .remove])
    #expect(store.peak == 1)
    await base.close()
  }

  @Test("What is fetched after it was cleared is kept")
  func fetchedAgain() async throws {
    try await daemon.runOnce(fetching: 7)
    daemon.server(brings: 8)
    let base = try await daemon.openStore()
    let store = GatedStore(base, holding: [.load])
    let source = daemon.start(with: store)
    source.clear()
    let refresh = Task.immediate { try await source.refresh() }
    try await eventually(within: .seconds(5)) { store.begun.contains(.load) }
    store.letGo()
    #expect(try await refresh.value == 8)
    #expect(try await base.load("key")?.bytes == Array("8".utf8))
    #expect(store.peak == 1)
    await base.close()
  }
}
