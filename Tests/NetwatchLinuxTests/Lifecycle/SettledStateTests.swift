import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct SettledStateTests {
  @Test func `a pending loss counts for deciders, and is not told to observers`() async throws {
    let sandbox = try NetworkSandbox.base()
    let manager = try LinuxConnectivityManager.watching(sandbox, lossDelay: .seconds(60))
    try await whileRunning(manager) {
      try sandbox.loseDefault()
      try await eventually(within: .seconds(5)) { try await !manager.settledAvailability() }
      #expect(manager.isConnectionAssumedAvailable)
      #expect(manager.current.level == .unverified)
      #expect(await manager.diagnose().pendingFlip?.isLoss == true)
    }
  }

  @Test func `a pending recovery counts for deciders, and is not told to observers`() async throws {
    let sandbox = try NetworkSandbox.base()
    try sandbox.loseDefault()
    let manager = try LinuxConnectivityManager.watching(sandbox, recoveryDelay: .seconds(60))
    try await whileRunning(manager) {
      try sandbox.regainDefault()
      try await eventually(within: .seconds(5)) { try await manager.settledAvailability() }
      #expect(!manager.isConnectionAssumedAvailable)
    }
  }

  @Test(arguments: [204, 500])
  func `a verification under way is awaited`(status: Int) async throws {
    let pair = try NetworkPair(families: [.ipv4])
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: [.readRequest, .pause(.milliseconds(300)), .response(status: status), .close]
    )
    let manager = try LinuxConnectivityManager(
      configuration: .init(
        namespace: pair.client.namespace,
        probes: [.http("http://\(server.address)/")],
        probeTimeout: .seconds(20)
      )
    )
    try await whileRunning(manager) {
      try #expect(await manager.settledState().level == (status == 204 ? .full : .limited))
    }
  }

  @Test func `a verification that goes on is not awaited for ever`() async throws {
    let silence = try Silence()
    let manager = try silence.manager(probeTimeout: .milliseconds(200), failureThreshold: 10)
    try await whileRunning(manager) {
      let start = ContinuousClock.now
      try #expect(await manager.settledState().level == .unverified)
      let time = ContinuousClock.now - start
      #expect(time > .seconds(3))
      if !isSanitizingThreads { #expect(time < .seconds(5)) }
    }
  }

  @Test func `a decider that is cancelled is told so within 50 ms`() async throws {
    let silence = try Silence()
    let manager = try silence.manager(probeTimeout: .seconds(20))
    try await whileRunning(manager) {
      var times: [Duration] = []
      for _ in 0..<5 {
        // On the loop's thread, which is not busy with other tests.
        let waiting = Task(executorPreference: manager.executor) {
          await #expect(throws: CancellationError.self) { try await manager.settledState() }
          return ContinuousClock.now
        }
        // Long enough that it waits, as good as surely; else it is cancelled before, which is as good.
        try await Task.sleep(for: .milliseconds(10))
        let start = ContinuousClock.now
        waiting.cancel()
        times.append(start.duration(to: await waiting.value))
      }
      let median = times.sorted()[times.count / 2]
      if !isSanitizingThreads { #expect(median < .milliseconds(50)) }
    }
  }

  @Test func `deciders that wait return when run ends`() async throws {
    let silence = try Silence()
    let manager = try silence.manager(probeTimeout: .seconds(20))
    let waiting = try await whileRunning(manager) {
      let waiting = (0..<100).map { _ in Task { try await manager.settledState() } }
      try await Task.sleep(for: .milliseconds(10))
      return waiting
    }
    for task in waiting { try #expect(await task.value.level == .unverified) }
  }
}

/// A network with a way out at whose end nobody answers.
private struct Silence {
  let pair: NetworkPair

  init() throws {
    pair = try NetworkPair(families: [.ipv4])
    try pair.server.nft(
      "table inet f { chain in { type filter hook input priority 0; meta l4proto tcp drop; }; }"
    )
  }

  func manager(
    probeTimeout: Duration,
    failureThreshold: Int = 2
  ) throws -> LinuxConnectivityManager {
    try LinuxConnectivityManager(
      configuration: .init(
        namespace: pair.client.namespace,
        probes: [.tcp(host: NetworkPair.serverIPv4, port: 9)],
        probeTimeout: probeTimeout,
        failureThreshold: failureThreshold
      )
    )
  }
}
