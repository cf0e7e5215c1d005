import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

/// What real traffic proves, and casts doubt on.
///
/// Skipped where this process may not make network namespaces.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .fewAtATime, .timeLimit(.minutes(2)))
struct EvidenceTests {
  private let stage: ProbedPair

  init() async throws {
    stage = try await ProbedPair.make()
  }

  /// Nobody listens at the endpoint: with probes the level falls to `limited`.
  private func configuration(
    probing: Bool = false,
    interval: Duration = .seconds(30)
  ) -> LinuxConnectivityManager.Configuration {
    var configuration = stage.configuration(interval: interval)
    if !probing { configuration.probes = [] }
    return configuration
  }

  @Test func `real traffic outweighs a dead endpoint, and spares it a probe for one interval`()
    async throws
  {
    let interval = Duration.seconds(2)
    let states = try await Watch.run(configuration(probing: true, interval: interval)) { watch in
      try await watch.state { $0.level == .limited }
      // A round in the middle would be judged when it ends: let it end.
      let proven = ContinuousClock.now
      try await watch.report(.verified)
      #expect(watch.manager.current.level == .full)
      let probes = watch.manager.counters.probes
      try await eventually(within: .seconds(5)) { watch.manager.counters.probes > probes }
      #expect(.now - proven >= interval * 0.9)
    }
    #expect(states.map(\.level).prefix(4) == [.unverified, .unverified, .limited, .full])
  }

  @Test(arguments: ["198.51.100.1", "198.51.100.77", "198.51.100.2", "127.0.0.1", "::1", nil])
  func `traffic that took another way than the path proves nothing`(to address: String?)
    async throws
  {
    let states = try await Watch.run(configuration()) { watch in
      try await watch.report(.verified, to: address)
      try await watch.report(.failed(.timeout), to: address)
    }
    #expect(states.map(\.level) == [.unverified])
  }

  @Test func `on a path without a gateway, neighbours prove nothing, and others do`() async throws {
    try await stage.pair.client.change("route replace default dev v0")
    let states = try await Watch.run(configuration()) { watch in
      try await watch.report(.verified, to: "198.51.100.77")
      #expect(watch.manager.current.level == .unverified)
      try await watch.report(.verified, to: "192.0.2.80")
      #expect(watch.manager.current.level == .full)
    }
    #expect(states.map(\.level) == [.unverified, .full])
  }

  @Test func `traffic by a route of its own proves nothing`() async throws {
    try await stage.pair.client.change([
      "link add w0 type veth peer name w1", "link set w0 up", "link set w1 up",
      "addr add 203.0.113.2/24 dev w0", "route add 192.0.2.0/24 via 203.0.113.1",
    ])
    let states = try await Watch.run(configuration()) { watch in
      try await watch.report(.verified)
      try await watch.report(.verified, to: "192.0.2.1")
    }
    #expect(states.map(\.level) == [.unverified])
  }

  @Test func `traffic of an older path proves nothing of the newer one`() async throws {
    let client = stage.pair.client
    let states = try await Watch.run(configuration()) { watch in
      let ticket = watch.manager.ticket()
      try await client.change("route replace default via 198.51.100.9")
      try await watch.state { $0.generation == 2 }
      try await watch.report(.verified, ticket: ticket)
      #expect(watch.manager.current.level == .unverified)
      try await watch.report(.verified)
      #expect(watch.manager.current.level == .full)
    }
    #expect(states.map(\.level) == [.unverified, .unverified, .full])
  }

  @Test func `a proof from traffic grows old after one interval`() async throws {
    let states = try await Watch.run(configuration(interval: .seconds(1))) { watch in
      try await watch.report(.verified)
      #expect(watch.manager.current.level == .full)
      try await watch.state { $0.level == .unverified }
    }
    #expect(states.map(\.level) == [.unverified, .full, .unverified])
  }

  @Test(arguments: [Evidence.Failure.timeout, .reset, .unreachable])
  func `a failure starts a probe at once`(failure: Evidence.Failure) async throws {
    let server = try stage.serve(.noContent)
    let states = try await Watch.run(configuration(probing: true)) { watch in
      _ = try await watch.manager.settledState()
      #expect(watch.manager.current.level == .full)
      try await watch.report(.failed(failure))
      try await eventually(within: .seconds(2)) { server.requestCount == 2 }
      try #expect(await watch.manager.settledAvailability())
    }
    #expect(states.map(\.level) == [.unverified, .full])
  }

  @Test func `a failure that a probe confirms lowers the level`() async throws {
    let server = try stage.serve(.noContent)
    let states = try await Watch.run(configuration(probing: true)) { watch in
      _ = try await watch.manager.settledState()
      server.stop()
      try await watch.report(.failed(.timeout))
      try #expect(await watch.manager.settledState().level == .limited)
    }
    #expect(states.map(\.level) == [.unverified, .full, .full, .limited])
  }

  @Test func `a failure while a slow endpoint is waited for starts a probe all the same`()
    async throws
  {
    let server = try stage.serve(.noContent)
    try stage.serve([.readRequest, .hang], port: 81)
    var configuration = configuration(probing: true)
    configuration.probes.append(.http("http://192.0.2.80:81/"))
    configuration.probeTimeout = .seconds(1)
    try await Watch.run(configuration) { watch in
      try await watch.state { $0.level == .full }
      try await watch.report(.failed(.timeout))
      try await eventually(within: .seconds(5)) { server.requestCount == 2 }
    }
  }

  @Test func `a refused connection casts no doubt`() async throws {
    let server = try stage.serve(.noContent)
    try await Watch.run(configuration(probing: true)) { watch in
      _ = try await watch.manager.settledState()
      try await watch.report(.failed(.refused))
      #expect(watch.manager.counters.probes == 1)
    }
    #expect(server.requestCount == 1)
  }

  @Test func `without probes a failure takes a proof back, and no more`() async throws {
    let states = try await Watch.run(configuration()) { watch in
      try await watch.report(.verified)
      for number in 0..<5 {
        try await watch.report(.failed(.timeout), destination: "https://\(number).example")
      }
    }
    #expect(states.map(\.level) == [.unverified, .full, .unverified])
  }

  @Test func `traffic decides where it was chosen to`() async throws {
    var configuration = configuration()
    configuration.trafficEvidence = .decisive
    let states = try await Watch.run(configuration) { watch in
      // Two destinations, but an answer in between.
      try await watch.report(.failed(.timeout), destination: "a")
      try await watch.report(.failed(.timeout), destination: "b")
      try await watch.report(.answered, destination: "a")
      // Three failures, but one destination.
      for _ in 0..<3 { try await watch.report(.failed(.reset), destination: "a") }
      #expect(watch.manager.current.level == .unverified)
      try await watch.report(.failed(.unreachable), destination: "b")
      #expect(watch.manager.current.level == .limited)
      try await watch.report(.answered, destination: "b")
      #expect(watch.manager.current.level == .unverified)
    }
    #expect(states.map(\.level) == [.unverified, .limited, .unverified])
  }

  @Test func `failures that come together count one by one`() async throws {
    var configuration = configuration()
    configuration.trafficEvidence = .decisive
    try await Watch.run(configuration) { watch in
      let ticket = watch.manager.ticket()
      for destination in ["a", "a", "b"] {
        watch.manager.report(
          Evidence(
            ticket: ticket,
            outcome: .failed(.timeout),
            remoteAddress: .literal("192.0.2.80"),
            destination: destination
          )
        )
      }
      try await watch.settle()
      #expect(watch.manager.current.level == .limited)
    }
  }

  @Test func `at limited one piece of work is let through, and its success lifts the level`()
    async throws
  {
    try await Watch.run(configuration(probing: true)) { watch in
      #expect(!watch.manager.claimCanary())
      try await watch.state { $0.level == .limited }
      let limited = ContinuousClock.now
      #expect(!watch.manager.claimCanary())
      try await eventually(within: .seconds(5)) { watch.manager.claimCanary() }
      #expect(.now - limited > .milliseconds(900))
      #expect(!watch.manager.claimCanary())
      try await watch.report(.verified)
      #expect(watch.manager.current.level == .full)
      #expect(!watch.manager.claimCanary())
    }
  }
}
