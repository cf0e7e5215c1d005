import NetwatchCore
import NetwatchTestSupport
import Testing

/// `status`: the state, once.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct StatusTests {
  @Test func `the exit status says whether the connection is available`() throws {
    let sandbox = try NetworkSandbox.base()
    let available = try Netwatch.run(["status"], in: sandbox)
    #expect(available.status == .success && available.stderr == "")
    #expect(
      available.lines.map(textBehindTime) == [
        "available    unverified  v0    default route via 198.51.100.1 on v0"
      ]
    )
    try sandbox.ip("link set v1 down")
    let unavailable = try Netwatch.run(["status"], in: sandbox)
    #expect(unavailable.status == .exited(1) && unavailable.stderr == "")
    #expect(
      unavailable.lines.map(textBehindTime) == [
        "unavailable  none        -     IPv4: the interface of the route has no carrier"
      ]
    )
  }

  @Test func `with a probe it waits for the first result`() throws {
    let pair = try NetworkPair(families: [.ipv4])
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: [.readRequest, .pause(.milliseconds(300)), .response(status: 204), .close]
    )
    let output = try Netwatch.run(
      ["status", "--json", "--probe", "\(server.origin)/"],
      in: pair.client
    )
    #expect(output.status == .success)
    let state = try PrintedState(output.stdout)
    #expect(state.level == "full" && state.cause == "probe" && state.counters.probes == 1)
    #expect(state.explanation == "default route via 198.51.100.1 on v0; \(server.origin)/ answered")
    let probe = try #require(state.probes?.first)
    #expect(probe.outcome == "success" && probe.status == 204 && probe.family == "ipv4")
    #expect(probe.endpoint == "\(server.origin)/" && probe.milliseconds >= 300)
    #expect(probe.timings == nil)
  }

  @Test func `it waits at most for the limit of a probe`() throws {
    let pair = try NetworkPair(families: [.ipv4])
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: [.readRequest, .hang]
    )
    let start = ContinuousClock.now
    let output = try Netwatch.run(
      ["status", "--probe", "\(server.origin)/", "--probe-timeout", "500ms"],
      in: pair.client
    )
    #expect(output.status == .exited(1))
    let elapsed = start.duration(to: .now)
    #expect(elapsed >= .milliseconds(500) && elapsed < .seconds(2))
    let line = output.lines.first.flatMap(textBehindTime)
    #expect(
      line == "unavailable  limited     v0    default route via 198.51.100.1 on v0, but "
        + "\(server.origin)/ did not answer in time"
    )
  }

  @Test func `without a route it does not wait for probes`() throws {
    let sandbox = try NetworkSandbox()
    let start = ContinuousClock.now
    let output = try Netwatch.run(
      ["status", "--probe", "http://192.0.2.80/", "--probe-timeout", "10s"],
      in: sandbox
    )
    #expect(output.status == .exited(1) && start.duration(to: .now) < .seconds(5))
    #expect(output.lines.map(textBehindTime) == ["unavailable  none        -     no route"])
  }
}
