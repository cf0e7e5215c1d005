import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

/// Messages that concern nothing, and more messages than anybody can read.
///
/// Skipped where this process may not make network namespaces.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .fewAtATime, .timeLimit(.minutes(2)))
struct NoiseTests {
  private func configuration(
    of sandbox: NetworkSandbox
  ) -> LinuxConnectivityManager.Configuration {
    .init(namespace: sandbox.namespace, lossDelay: .zero, recoveryDelay: .zero)
  }

  @Test func `containers that come and go change nothing and cause no probe`() async throws {
    let stage = try await ProbedPair.make()
    let server = try stage.serve(.noContent)
    let client = stage.pair.client
    let states = try await Watch.run(stage.configuration()) { watch in
      try await watch.state { $0.level == .full }
      _ = try await watch.manager.settledAvailability()
      let (before, start) = (watch.manager.counters, ContinuousClock.now)
      try await startContainers(in: client)
      try await watch.settle()
      let after = watch.manager.counters
      #expect(after.messages - before.messages > 50)
      #expect(after.probes == before.probes)
      #expect(
        Double(after.evaluations - before.evaluations) <= 21 + 80 * (.now - start).seconds
      )
    }
    #expect(states.map(\.level) == [.unverified, .full])
    #expect(server.connectionCount == 1)
  }

  private func startContainers(in sandbox: NetworkSandbox) async throws {
    try await sandbox.change([
      "link add br-x type bridge", "addr add 203.0.113.1/24 dev br-x", "link set br-x up",
    ])
    for number in 1...3 {
      try await sandbox.change([
        "link add vh\(number) type veth peer name vc\(number)",
        "link set vh\(number) master br-x up", "link set vc\(number) up",
      ])
      // As long as a container needs to start: bridges and carriers tell some things later.
      try await Task.sleep(for: .milliseconds(150))
      try await sandbox.change("link del vh\(number)")
    }
  }

  @Test func `a route that covers no lookup address is not even heard of`() async throws {
    let sandbox = try await awaitThread { try NetworkSandbox() }
    // Without IPv6, whose addresses the kernel goes on to tell about by itself.
    try await awaitThread { try sandbox.sysctl("net.ipv6.conf.default.disable_ipv6", "1") }
    try await sandbox.change([
      "link add v0 type veth peer name v1", "link set v0 up", "link set v1 up",
      "addr add 198.51.100.2/24 dev v0",
    ])
    var configuration = configuration(of: sandbox)
    configuration.lookupAddresses = [.literal("10.9.8.7")]
    let states = try await Watch.run(configuration) { watch in
      try await sandbox.change((0..<200).map { "route add 11.\($0).0.0/16 via 198.51.100.1" })
      try await watch.settle()
      let before = watch.manager.counters
      try await sandbox.change("route add 12.0.0.0/8 via 198.51.100.1")
      try await watch.settle()
      #expect(watch.manager.counters.messages == before.messages)
      #expect(watch.manager.counters.evaluations == before.evaluations)
      try await sandbox.change("route add 10.9.0.0/16 via 198.51.100.1")
      try await watch.settle()
      #expect(watch.manager.counters.messages == before.messages + 1)
    }
    #expect(states.map(\.level) == [.none, .unverified])
  }

  @Test func `a flood is answered at a bounded rate, and its end is not missed`() async throws {
    let sandbox = try await awaitThread { try NetworkSandbox.base() }
    let states = try await Watch.run(configuration(of: sandbox)) { watch in
      let (before, start) = (watch.manager.counters.evaluations, ContinuousClock.now)
      try await sandbox.change(
        (0..<2_000).map { "link set v1 alias x\($0)" } + ["route del default"]
      )
      try await watch.state { $0.level == .none }
      let evaluations = watch.manager.counters.evaluations - before
      #expect(Double(evaluations) <= 21 + 80 * (.now - start).seconds)
    }
    #expect(states.map(\.level) == [.unverified, .none])
  }

  @Test func `an overrun is counted, and what it hid is found`() async throws {
    let sandbox = try await awaitThread { try NetworkSandbox.base() }
    let states = try await Watch.run(configuration(of: sandbox)) { watch in
      try await overrun(watch, in: sandbox, endingWith: "route del default")
      try await watch.state { $0.level == .none }
      #expect(watch.manager.counters.overruns == 1)
      try await overrun(watch, in: sandbox, endingWith: "route add default via 198.51.100.1")
      try await watch.state { $0.level == .unverified }
      #expect(watch.manager.counters.overruns == 2)
    }
    #expect(states.map(\.level) == [.unverified, .none, .unverified])
    #expect(states.map(\.cause) == [.start, .overrun, .overrun])
  }

  /// Holds the manager's thread up while more happens than its socket can hold.
  private func overrun(
    _ watch: Watch,
    in sandbox: NetworkSandbox,
    endingWith command: String
  ) async throws {
    let (stop, go) = (try WakePipe(), try WakePipe())
    let stopped = Flag()
    watch.manager.watch(descriptor: stop.reader) {
      stop.takeByte()
      stopped.set()
      go.takeByte()
    }
    stop.putByte()
    try await eventually(within: .seconds(5)) { stopped.isSet }
    try await sandbox.change((0..<6_000).map { "link set v1 alias x\($0)" } + [command])
    go.putByte()
  }
}

extension Duration {
  fileprivate var seconds: Double { self / .seconds(1) }
}
