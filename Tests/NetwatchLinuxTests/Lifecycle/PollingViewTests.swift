import NetwatchCore
import NetwatchNetlink
import NetwatchTestSupport
import Testing

@testable import NetwatchLinux

/// What is learned without netlink, beside what netlink says.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct PollingViewTests {
  /// What is done to a base namespace, and what both views then have to say of IPv4.
  struct Case: Sendable, CustomTestStringConvertible {
    var commands: [String]
    var reason: UnreachableReason?

    var testDescription: String { commands.joined(separator: "; ") }
  }

  private static let cases = [
    Case(commands: []),
    Case(commands: ["route del default"], reason: .noRoute),
    Case(commands: ["route replace unreachable default"], reason: .unreachable),
    Case(commands: ["route replace prohibit default"], reason: .prohibited),
    Case(commands: ["route replace blackhole default"], reason: .blackhole),
    Case(commands: ["link set v0 down"], reason: .noRoute),
    Case(commands: ["route del default", "route add 0.0.0.0/1 dev v0"]),
    Case(commands: ["rule add prio 5 prohibit"], reason: .prohibited),
    Case(
      commands: [
        "addr flush dev v0", "addr add 169.254.3.2/16 dev v0", "route add default dev v0",
      ],
      reason: .noAddress
    ),
  ]

  @Test(arguments: Self.cases)
  func `both views agree`(_ situation: Case) throws {
    let sandbox = try NetworkSandbox.base()
    try sandbox.batch(situation.commands)
    let configuration = LinuxConnectivityManager.Configuration(namespace: sandbox.namespace)
    let namespace = try NamespaceDescriptor.open(for: configuration)
    var kernel = try KernelView.open(configuration, in: namespace)
    let (asked, polled) = (
      try kernel.snapshot(), try PollingView(configuration, in: namespace).snapshot()
    )
    #expect(polled.ipv4.reason == situation.reason)
    #expect(asked.ipv4.reason == situation.reason)
    #expect(polled.ipv4.egress?.source == asked.ipv4.egress?.source)
    #expect(polled.ipv6.isReachable == asked.ipv6.isReachable)
  }

  @Test func `a family that does not count is switched off`() throws {
    let sandbox = try NetworkSandbox.base()
    let configuration = LinuxConnectivityManager.Configuration(
      namespace: sandbox.namespace,
      families: [.ipv6]
    )
    let namespace = try NamespaceDescriptor.open(for: configuration)
    let snapshot = try PollingView(configuration, in: namespace).snapshot()
    #expect(snapshot.ipv4 == .unreachable(.disabled))
    #expect(snapshot.ipv6 == .unreachable(.noRoute))
  }
}

extension Verdict {
  fileprivate var reason: UnreachableReason? {
    if case .unreachable(let reason) = self { reason } else { nil }
  }
}
