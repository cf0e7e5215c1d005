import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct RunTests {
  private let sandbox: NetworkSandbox
  private let manager: LinuxConnectivityManager

  init() throws {
    sandbox = try .base()
    manager = try .watching(sandbox)
  }

  @Test func `a cancelled run throws CancellationError`() async throws {
    let run = Task { [manager] in try await manager.run() }
    try await eventually(within: .seconds(10)) { manager.counters.evaluations > 1 }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
  }

  @Test func `a run that is cancelled before it begins throws CancellationError`() async throws {
    let run = Task { [manager] in
      try? await Task.sleep(for: .seconds(60))
      try await manager.run()
    }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    await #expect(throws: ConnectivityError.self) { try await manager.waitUntilUnavailable() }
  }

  @Test func `a second run is refused while the first one runs`() async throws {
    try await whileRunning(manager) {
      let error = await #expect(throws: ConnectivityError.self) { try await manager.run() }
      #expect(error?.code == .alreadyRunning)
      try sandbox.loseDefault()
      try await eventually(within: .seconds(5)) { !manager.isConnectionAssumedAvailable }
    }
  }

  @Test func `a manager that has ended runs no more`() async throws {
    try await whileRunning(manager) {}
    let error = await #expect(throws: ConnectivityError.self) { try await manager.run() }
    #expect(error?.code == .ended)
  }

  @Test func `streams end with run, whenever they were asked for`() async throws {
    let before = manager.connectionAssumedAvailable
    var during = before
    try await whileRunning(manager) {
      during = manager.connectionAssumedAvailable
      try sandbox.loseDefault()
      try await eventually(within: .seconds(5)) { !manager.isConnectionAssumedAvailable }
    }
    let after = manager.connectionAssumedAvailable
    for stream in [before, during, after] {
      #expect(await stream.reduce(into: []) { $0.append($1) } == [false])
    }
  }

  @Test func `a stream of states ends with run after what it has to tell`() async throws {
    let states = manager.states
    try await whileRunning(manager) {
      try sandbox.loseDefault()
      try await eventually(within: .seconds(5)) { !manager.isConnectionAssumedAvailable }
    }
    let levels = await states.reduce(into: []) { $0.append($1.level) }
    #expect(levels == [.unverified, .none])
    #expect(await manager.states.reduce(into: []) { $0.append($1.level) } == [.none])
  }

  @Test func `who waits for connectivity is told when run ends`() async throws {
    try sandbox.loseDefault()
    // Read before it runs: a loss that is found while it runs is damped, and whoever came first would
    // still be told of the connection before.
    #expect(!manager.isConnectionAssumedAvailable)
    let waiting = Task { [manager] in try await manager.waitUntilAvailable() }
    try await whileRunning(manager) {}
    let error = await #expect(throws: ConnectivityError.self) { try await waiting.value }
    #expect(error?.code == .ended)
    await #expect(throws: ConnectivityError.self) { try await manager.waitUntilAvailable() }
  }

  @Test func `who waits for connectivity goes on when it comes`() async throws {
    try sandbox.loseDefault()
    try await whileRunning(manager) {
      async let waiting: Void = manager.waitUntilAvailable()
      try sandbox.regainDefault()
      try await waiting
    }
  }

  @Test func `a reading after the end asks the kernel again`() async throws {
    try await whileRunning(manager) {}
    try sandbox.loseDefault()
    #expect(!manager.isConnectionAssumedAvailable)
    try sandbox.regainDefault()
    try #expect(await manager.settledAvailability())
  }
}

extension LinuxConnectivityManager {
  /// Waits for the opposite of what `waitUntilAvailable` waits for.
  fileprivate func waitUntilUnavailable() async throws {
    for await isAvailable in connectionAssumedAvailable where !isAvailable { return }
    throw ConnectivityError(.ended, "the streams have ended")
  }
}
