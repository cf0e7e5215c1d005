import NetwatchCore
import Testing

@Suite(.timeLimit(.minutes(1))) struct SettableConnectivityManagerTests {
  @Test func `it says what it was told`() async throws {
    let manager = SettableConnectivityManager()
    #expect(manager.isConnectionAssumedAvailable)
    manager.set(isAvailable: false)
    #expect(!manager.isConnectionAssumedAvailable)
    #expect(try await manager.settledAvailability() == false)
  }

  @Test func `deciders can be told otherwise than observers`() async throws {
    let manager = SettableConnectivityManager()
    manager.set(isAvailable: true, settled: false)
    #expect(manager.isConnectionAssumedAvailable)
    #expect(try await manager.settledAvailability() == false)
    manager.set(isAvailable: true)
    #expect(try await manager.settledAvailability())
  }

  @Test func `it keeps the evidence that is reported to it`() {
    let manager = SettableConnectivityManager()
    let evidence = (0..<1001).map { number in
      Evidence(
        ticket: manager.ticket(),
        outcome: .verified,
        remoteAddress: nil,
        destination: "\(number)"
      )
    }
    for piece in evidence { manager.report(piece) }
    #expect(manager.evidence == Array(evidence.dropFirst()))
    #expect(!manager.claimCanary())
  }

  @Test func `letting go of it ends its streams`() async {
    var manager: SettableConnectivityManager? = SettableConnectivityManager()
    var observer = manager?.connectionAssumedAvailable.makeAsyncIterator()
    #expect(await observer?.next() == true)
    manager = nil
    #expect(await observer?.next() == nil)
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
