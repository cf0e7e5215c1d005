import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

/// Probes that cannot be sent.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct ProbeObstacleTests {
  @Test func `an engine that does not start is told once, and says nothing of the network`()
    async throws
  {
    let stage = try await ProbedPair.make()
    let errors = Record<String>()
    var configuration = stage.configuration(interval: .seconds(1))
    configuration.log = { level, message, _ in
      if level == .error { errors.append(message) }
    }
    let manager = try LinuxConnectivityManager(configuration: configuration)
    // The engine finds no namespace of that name any more.
    try await awaitThread { try stage.pair.client.delete() }
    try await whileRunning(manager) {
      try await eventually(within: .seconds(10)) { manager.counters.probes >= 3 }
      #expect(manager.current.level == .unverified)
    }
    #expect(errors.values.count == 1)
    #expect(errors.values.first?.hasPrefix("probes cannot be sent: ") == true)
  }
}
