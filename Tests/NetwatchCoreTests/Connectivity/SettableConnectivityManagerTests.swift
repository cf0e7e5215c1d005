import NetwatchCore
import Testing

@Suite(.timeLimit(.minutes(1))) struct SettableConnectivityManagerTests {
  @Test func `it says what it was told`() async {
    let manager = SettableConnectivityManager()
    #expect(manager.isConnectionAssumedAvailable)
    manager.set(isAvailable: false)
    #expect(!manager.isConnectionAssumedAvailable)
    #expect(await manager.settledAvailability() == false)
  }

  @Test func `observers see the current value and then changes`() async {
    let manager = SettableConnectivityManager(isAvailable: false)
    var observer = manager.connectionAssumedAvailable.makeAsyncIterator()
    #expect(await observer.next() == false)
    manager.set(isAvailable: true)
    #expect(await observer.next() == true)
    manager.set(isAvailable: true)
    manager.finish()
    #expect(await observer.next() == nil)
  }

  @Test func `waiting returns at once where it is available`() async throws {
    try await SettableConnectivityManager(isAvailable: true).waitUntilAvailable()
  }

  @Test func `waiting returns at once where it is available and the monitor ended`() async throws {
    let manager = SettableConnectivityManager(isAvailable: true)
    manager.finish()
    try await manager.waitUntilAvailable()
  }

  @Test func `waiting returns when it becomes available`() async throws {
    let manager = SettableConnectivityManager(isAvailable: false)
    async let waiting: Void = manager.waitUntilAvailable()
    manager.set(isAvailable: true)
    try await waiting
  }

  @Test func `a cancelled wait throws CancellationError`() async {
    let manager = SettableConnectivityManager(isAvailable: false)
    let waiting = Task { try await manager.waitUntilAvailable() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func `who waits when the monitor ends is told so`() async {
    let manager = SettableConnectivityManager(isAvailable: false)
    let waiting = Task { try await manager.waitUntilAvailable() }
    manager.finish()
    let error = await #expect(throws: ConnectivityError.self) { try await waiting.value }
    #expect(error?.code == .ended)
  }
}
