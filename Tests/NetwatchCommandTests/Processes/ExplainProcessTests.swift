import NetwatchCore
import NetwatchTestSupport
import Testing

/// `explain`: to the letter.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct ExplainProcessTests {
  private static func explain(_ options: [String] = [], in sandbox: NetworkSandbox) throws
    -> ProcessOutput
  {
    try Netwatch.run(["explain"] + options, in: sandbox)
  }

  private static func withoutTime(_ text: String) -> String {
    text.replacing(/since \d\d:\d\d:\d\d/, with: "since 00:00:00")
  }

  private static let rest = """
      ipv6    unreachable: no route
      probes  none configured; --probe URL verifies beyond the route
      damping nothing pending, 0 flaps in the last minute

    """

  @Test func `a route and a usable link`() throws {
    let sandbox = try NetworkSandbox.base()
    try sandbox.batch(["route del default", "route add default via 198.51.100.1 metric 100"])
    let output = try Self.explain(in: sandbox)
    #expect(output.status == .success && output.stderr == "")
    #expect(
      Self.withoutTime(output.stdout) == """
        available (unverified) since 00:00:00, generation 1
          ipv4    reachable by v0 via 198.51.100.1, source 198.51.100.2 (table main, metric 100)
                  v0 is up and has a carrier

        """ + Self.rest
    )
  }

  @Test func `no carrier`() throws {
    let sandbox = try NetworkSandbox.base()
    try sandbox.ip("link set v1 down")
    let output = try Self.explain(in: sandbox)
    #expect(output.status == .exited(1))
    #expect(
      Self.withoutTime(output.stdout) == """
        unavailable (none) since 00:00:00, generation 1
          ipv4    unreachable: the interface of the route has no carrier
                  v0 is up but has no carrier

        """ + Self.rest
    )
  }

  @Test func `a link that is down`() throws {
    let sandbox = try NetworkSandbox.base()
    try sandbox.ip("link set v0 down")
    let output = try Self.explain(in: sandbox)
    #expect(output.status == .exited(1))
    #expect(
      Self.withoutTime(output.stdout) == """
        unavailable (none) since 00:00:00, generation 1
          ipv4    unreachable: no route

        """ + Self.rest
    )
  }

  @Test func `a family that is left out`() throws {
    let sandbox = try NetworkSandbox.base()
    let output = try Self.explain(["--family", "ipv4"], in: sandbox)
    #expect(output.status == .success)
    #expect(output.lines.contains("  ipv6    unreachable: switched off"))
  }

  @Test func `probes`() throws {
    let pair = try NetworkPair(families: [.ipv4])
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: .http(status: 302, headers: ["Location": "http://198.51.100.1/login"])
    )
    let closed = "tcp://\(NetworkPair.serverIPv4):9"
    let output = try Self.explain(
      ["--probe", "\(server.origin)/", "--probe", closed],
      in: pair.client
    )
    #expect(output.status == .exited(1))
    let lines = output.lines
    #expect(lines.first?.hasPrefix("unavailable (portal) since ") == true)
    let place = try #require(lines.firstIndex { $0.hasPrefix("  probes  ") })
    let portal = "  probes  \(server.origin)/ portal (302) to http://198.51.100.1/login in "
    #expect(lines[place].hasPrefix(portal) && lines[place].hasSuffix(" ms over ipv4"))
    #expect(lines[place + 1].hasPrefix("          \(closed) refused in "))
  }
}
