import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

/// Probes of a real server, which answers as it should or as a captive portal does.
///
/// Skipped where this process may not make network namespaces.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .fewAtATime, .timeLimit(.minutes(2)))
struct ProbeTests {
  private static let limit = Duration.milliseconds(500)

  @Test(arguments: PortalCase.all)
  func `what answers decides the level`(_ portal: PortalCase) async throws {
    let stage = try await ProbedPair.make()
    let server = try portal.script.map { try stage.serve($0) }
    if let filter = portal.filter { try await stage.filter(filter) }
    let configuration = stage.configuration(
      probes: [portal.endpoint],
      interval: .seconds(1),
      timeout: Self.limit
    )
    let states = try await Watch.run(configuration) { watch in
      try await watch.state { $0.level == portal.level }
      try check(watch.manager.current.probes, against: portal)
      guard let good = portal.good else { return }
      if portal.filter != nil { try await stage.filter("flush ruleset") }
      if let server { server.script = good } else { try stage.serve(good) }
      try await watch.state { $0.level == .full }
    }
    let last: [ConnectivityLevel] = portal.good == nil || portal.level == .full ? [] : [.full]
    #expect(states.map(\.level).withoutRepeats == [.unverified, portal.level] + last)
    #expect(Set(states.map(\.generation)) == [1])
  }

  private func check(_ reports: [ProbeReport], against portal: PortalCase) throws {
    let report = try #require(reports.first)
    #expect(report.outcome == portal.outcome)
    #expect(report.status == portal.status)
    guard portal.outcome == .timeout else { return }
    #expect(report.timings.total > Self.limit - .milliseconds(10))
    #expect(report.timings.total < Self.limit + .milliseconds(500))
  }

  @Test func `a probe over IPv6 proves the path`() async throws {
    let stage = try await ProbedPair.make(families: [.ipv6])
    try stage.serve(.noContent, over: .ipv6)
    let probes = [ProbeEndpoint.http("http://[2001:db8:80::80]/")]
    let states = try await Watch.run(stage.configuration(probes: probes)) { watch in
      try await watch.state { $0.level == .full }
      #expect(watch.manager.current.probes.map(\.family) == [.ipv6])
    }
    #expect(states.map(\.level) == [.unverified, .full])
  }

  @Test func `a TCP connection counts as success`() async throws {
    let stage = try await ProbedPair.make()
    try stage.serve([.hang])
    let probes = [ProbeEndpoint.tcp(host: "192.0.2.80", port: 80)]
    try await Watch.run(stage.configuration(probes: probes)) { watch in
      try await watch.state { $0.level == .full }
    }
  }

  @Test func `one dead endpoint of two does not hold the level up`() async throws {
    let stage = try await ProbedPair.make()
    try stage.serve(.noContent)
    try stage.serve([.readRequest, .hang], port: 81)
    let probes: [ProbeEndpoint] = [.http("http://192.0.2.80:81/"), .http("http://192.0.2.80/")]
    let states = try await Watch.run(stage.configuration(probes: probes)) { watch in
      try await watch.state { $0.level == .full }
      #expect(watch.manager.current.probes.map(\.endpoint) == ["http://192.0.2.80/"])
      try await watch.state { $0.probes.count == 2 }
      #expect(watch.manager.current.level == .full)
    }
    let failure = states.last?.probes.first { $0.outcome == .timeout }
    #expect(failure?.endpoint == "http://192.0.2.80:81/")
  }

  @Test func `success comes before a portal, and a portal before failure`() async throws {
    let stage = try await ProbedPair.make()
    let server = try stage.serve(.http(status: 302, headers: ["Location": "/login"]))
    let probes: [ProbeEndpoint] = [.http("http://192.0.2.80:81/"), .http("http://192.0.2.80/")]
    let configuration = stage.configuration(probes: probes, interval: .seconds(1))
    let states = try await Watch.run(configuration) { watch in
      try await watch.state { $0.level == .portal }
      #expect(watch.manager.current.probes.first { $0.location != nil }?.location == "/login")
      server.script = .noContent
      try await watch.state { $0.level == .full }
    }
    #expect(states.map(\.level).withoutRepeats == [.unverified, .portal, .full])
  }

  @Test func `the level falls after the second failure, which comes soon, and then it backs off`()
    async throws
  {
    let stage = try await ProbedPair.make()
    let times = RequestTimes()
    let server = try stage.serve(times.script(status: 500))
    let configuration = stage.configuration(interval: .seconds(20))
    let states = try await Watch.run(configuration) { watch in
      try await eventually(within: .seconds(10)) { server.requestCount >= 4 }
      try await watch.rest(at: nil)
      #expect(watch.manager.current.level == .limited)
    }
    let gaps = times.gaps
    // 0.1 to 0.3 s, 1 s and 2 s from start to start; a busy machine makes one late, and so the next
    // gap short.
    #expect(gaps[0] > .milliseconds(50) && gaps[0] < .milliseconds(800))
    #expect(gaps[1] > .milliseconds(700) && gaps[1] < .milliseconds(1500))
    #expect(gaps[2] > .milliseconds(1600) && gaps[2] < .milliseconds(2500))
    #expect(states.map(\.level).withoutRepeats == [.unverified, .limited])
    #expect(states.first { !$0.probes.isEmpty }?.level == .unverified)
  }

  @Test func `the level falls from full in the same way`() async throws {
    let stage = try await ProbedPair.make()
    let times = RequestTimes()
    let server = try stage.serve(.noContent)
    let configuration = stage.configuration(interval: .seconds(1))
    let states = try await Watch.run(configuration) { watch in
      try await watch.state { $0.level == .full }
      server.script = times.script(status: 500)
      try await watch.state { $0.level == .limited }
      #expect(times.count == 2)
    }
    #expect(states.map(\.level).withoutRepeats == [.unverified, .full, .limited])
    #expect(times.gaps[0] > .milliseconds(50) && times.gaps[0] < .milliseconds(800))
  }

  @Test func `a new path is probed at once, and no path not at all`() async throws {
    let stage = try await ProbedPair.make()
    let server = try stage.serve(.noContent)
    let client = stage.pair.client
    let states = try await Watch.run(stage.configuration()) { watch in
      try await watch.state { $0.level == .full }
      try await client.change("route del default")
      try await watch.state { $0.level == .none }
      #expect(watch.manager.counters.probes == 1)
      try await client.change("route add default via 198.51.100.1")
      try await watch.state { $0.level == .full }
    }
    #expect(server.requestCount == 2)
    #expect(states.map(\.level) == [.unverified, .full, .none, .unverified, .full])
    #expect(states.map(\.generation) == [1, 1, 1, 2, 2])
  }

  @Test func `an endpoint of a family that is not reachable is not asked, nor waited for`()
    async throws
  {
    let stage = try await ProbedPair.make(families: [.ipv6])
    let states = try await Watch.run(stage.configuration()) { watch in
      // The first round finds nobody to ask.
      _ = try await watch.manager.settledState()
      let start = ContinuousClock.now
      for _ in 0..<20 {
        _ = try await watch.manager.settledState()
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(.now - start < .seconds(2))
      #expect(watch.manager.counters.probes == 0)
    }
    #expect(states.map(\.level) == [.unverified])
  }

  @Test func `one family that gets through is enough, and the other takes over when it goes`()
    async throws
  {
    let stage = try await ProbedPair.make(families: [.ipv4, .ipv6])
    try stage.serve(.noContent, over: .ipv6)
    let probes: [ProbeEndpoint] = [.http("http://192.0.2.80/"), .http("http://[2001:db8:80::80]/")]
    let states = try await Watch.run(stage.configuration(probes: probes)) { watch in
      try await watch.state { $0.level == .full && $0.probes.count == 2 }
      // What was proven goes with its family; what stays was not.
      try await stage.pair.client.change("route del \(NetworkPair.defaultRoute(.ipv6))")
      try await watch.state { $0.level == .limited }
    }
    #expect(states.map(\.level).withoutRepeats == [.unverified, .full, .unverified, .limited])
  }

  @Test func `probes go by the one interface that counts`() async throws {
    let stage = try await ProbedPair.make()
    let server = try stage.serve(.noContent)
    // A better default that leads nowhere.
    try await stage.pair.client.change(
      "link add w0 type veth peer name w1",
      "link set w0 up",
      "link set w1 up",
      "addr add 203.0.113.2/24 dev w0",
      "route del default",
      "route add default via 198.51.100.1 metric 100",
      "route add default via 203.0.113.1 metric 50"
    )
    var configuration = stage.configuration()
    configuration.interface = "v0"
    try await Watch.run(configuration) { watch in
      try await watch.state { $0.level == .full }
    }
    #expect(server.requestCount == 1)
  }

  @Test func `probes follow the one interface that counts when it is renamed`() async throws {
    let stage = try await ProbedPair.make()
    let server = try stage.serve(.noContent)
    var configuration = stage.configuration(interval: .seconds(1))
    configuration.interface = "v0"
    let states = try await Watch.run(configuration) { watch in
      try await watch.state { $0.level == .full }
      try await stage.pair.client.change("link set v0 name uplink")
      try await watch.state { $0.snapshot.ipv4.egress?.interfaceName == "uplink" }
      let requests = server.requestCount
      try await eventually(within: .seconds(5)) { server.requestCount > requests }
    }
    #expect(states.map(\.level) == [.unverified, .full, .full])
  }

  @Test func `deciders wait for a verification, and see its outcome`() async throws {
    let stage = try await ProbedPair.make()
    try stage.serve(.http(status: 511))
    try await Watch.run(stage.configuration()) { watch in
      try #expect(await watch.manager.settledState().level == .portal)
      try #expect(await !watch.manager.settledAvailability())
    }
  }
}

extension [ConnectivityLevel] {
  fileprivate var withoutRepeats: Self {
    enumerated().filter { $0.offset == 0 || self[$0.offset - 1] != $0.element }.map(\.element)
  }
}
