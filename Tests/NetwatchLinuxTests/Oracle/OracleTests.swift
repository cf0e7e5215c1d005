import CLinux
import Glibc
import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

/// The kernel as oracle: whatever is done to routes, rules, links and addresses, the verdict is what
/// becomes of a packet.
///
/// `NETWATCH_ORACLE_STEPS` makes the walk longer, `NETWATCH_ORACLE_SEED` chooses another one.
@Suite(.enabled(if: NetworkSandbox.isAvailable))
struct OracleTests {
  private static let stepsPerNetwork = 50
  private static let steps = number("NETWATCH_ORACLE_STEPS") ?? 300
  private static let seed = UInt64(number("NETWATCH_ORACLE_SEED") ?? 1)
  private static let toleratedDifferences = 5

  @Test(.timeLimit(.minutes(max(2, Self.steps / 100))))
  func `the verdict is what becomes of a packet`() async throws {
    var report = OracleReport()
    var seed = Self.seed
    while report.steps < Self.steps, report.differences.count < Self.toleratedDifferences {
      report.add(try await Self.walk(seed: seed))
      seed += 1
    }
    for difference in report.differences { Issue.record("\(difference)") }
    print("The oracle from seed \(Self.seed): \(report.tally)")
    for family in AddressFamily.allCases {
      #expect(report.count(family, "reachable") > report.steps / 10, "\(family)")
    }
  }

  /// One network from its beginning, which a single seed repeats.
  private static func walk(seed: UInt64) async throws -> OracleReport {
    let (client, peer) = try await awaitThread {
      let sandboxes = (try NetworkSandbox(), try NetworkSandbox())
      try OracleWorld.prepare(sandboxes.0, sandboxes.1)
      return sandboxes
    }
    let configuration = LinuxConnectivityManager.Configuration(
      namespace: client.namespace,
      lookupAddresses: OracleTargets.all,
      lossDelay: .zero,
      recoveryDelay: .zero
    )
    let running = try LinuxConnectivityManager(configuration: configuration)
    let asking = try LinuxConnectivityManager(configuration: configuration)
    return try await whileRunning(running) {
      try await awaitThread {
        try OracleWalk(seed: seed, client: client, peer: peer, running: running, asking: asking)
          .run(steps: stepsPerNetwork)
      }
    }
  }

  private static func number(_ name: String) -> Int? {
    guard let value = getenv(name) else { return nil }
    return Int(String(cString: value))
  }
}
