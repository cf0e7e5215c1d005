import NetwatchCore
import NetwatchTestSupport
import Testing

/// A path that ends at a portal, or nowhere, behind a perfect route.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct CaptivePortalTests {
  /// What can be wrong, and the level that it means.
  enum Situation: CaseIterable {
    case redirect, page, authenticationRequired, silence, closedPort, drop, prohibition

    var level: String {
      switch self {
      case .redirect, .page, .authenticationRequired: "portal"
      case .silence, .closedPort, .drop, .prohibition: "limited"
      }
    }

    var outcome: String {
      switch self {
      case .redirect, .page, .authenticationRequired: "portal"
      case .silence, .drop: "timeout"
      case .closedPort: "refused"
      case .prohibition: "unreachable"
      }
    }
  }

  private static let good = ScriptedServer.Script.http(status: 204)

  @Test func `only the right answer is available, and it is so at the next probe`() async throws {
    let pair = try NetworkPair(families: [.ipv4])
    var server = try Self.listen(pair)
    let watch = try Watch(
      in: pair.client,
      [
        "--probe", "\(server.origin)/", "--interval", "1s", "--probe-timeout", "300ms",
        "--loss-delay", "0", "--recovery-delay", "0",
      ]
    )
    try #expect(await watch.next().level == "unverified")
    try #expect(await watch.next().level == "full")
    for situation in Situation.allCases {
      try Self.begin(situation, server, pair)
      let bad = try await watch.next()
      #expect(bad.level == situation.level && !bad.connectionAssumedAvailable)
      #expect(bad.probes?.map(\.outcome) == [situation.outcome] && bad.cause == "probe")
      #expect(bad.ipv4.reachable)
      if situation == .closedPort { server = try Self.listen(pair) }
      try Self.end(situation, server, pair)
      let back = try await watch.next()
      #expect(back.level == "full" && back.connectionAssumedAvailable)
    }
    try #expect(await watch.end() == [])
  }

  private static func listen(_ pair: NetworkPair) throws -> ScriptedServer {
    try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      port: 80,
      script: good
    )
  }

  private static func begin(
    _ situation: Situation,
    _ server: ScriptedServer,
    _ pair: NetworkPair
  ) throws {
    switch situation {
    case .redirect:
      server.script = .http(status: 302, headers: ["Location": "http://198.51.100.1/login"])
    case .page: server.script = .http(headers: ["Content-Type": "text/html"], body: "<html></html>")
    case .authenticationRequired: server.script = .http(status: 511)
    case .silence: server.script = [.readRequest, .hang]
    case .closedPort: server.stop()
    case .drop: try Firewall.set("drop", in: pair.server)
    case .prohibition:
      try Firewall.set("reject with icmp type admin-prohibited", in: pair.server)
    }
  }

  private static func end(
    _ situation: Situation,
    _ server: ScriptedServer,
    _ pair: NetworkPair
  ) throws {
    switch situation {
    case .drop, .prohibition: try Firewall.clear(in: pair.server)
    default: server.script = good
    }
  }
}
