import CLinux
import Glibc
import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

/// How watching begins and ends, and whose network is watched.
///
/// Skipped where this process may not make network namespaces.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .fewAtATime, .timeLimit(.minutes(2)))
struct LifeTests {
  private func configuration(
    of sandbox: NetworkSandbox
  ) -> LinuxConnectivityManager.Configuration {
    .init(namespace: sandbox.namespace, lossDelay: .zero, recoveryDelay: .zero)
  }

  @Test func `the first value is true, and so is every reading before anybody watches`()
    async throws
  {
    let sandbox = try await awaitThread { try NetworkSandbox.base() }
    let manager = try LinuxConnectivityManager(configuration: configuration(of: sandbox))
    #expect(Sight(manager.current) == Sight(ipv4: ipv4OverV0))
    try await sandbox.change("route del default")
    #expect(Sight(manager.current) == Sight())
    try await sandbox.change("route add default via 198.51.100.1")
    #expect(Sight(manager.current) == Sight(ipv4: ipv4OverV0, generation: 2))
  }

  @Test(arguments: [true, false])
  func `a start in the middle of changes ends in what is`(endsAvailable: Bool) async throws {
    let sandbox = try await awaitThread { try NetworkSandbox.base() }
    let name = sandbox.name
    for _ in 0..<5 {
      let isOver = Flag()
      async let churn: Void = awaitThread {
        var batch = try IPBatch(in: name)
        for _ in 0..<50 {
          _ = try batch.run(["route del default", "route add default via 198.51.100.1"])
        }
        if !endsAvailable { _ = try batch.run("route del default") }
        isOver.set()
      }
      try await Watch.run(configuration(of: sandbox)) { watch in
        try await eventually(within: .seconds(20)) { isOver.isSet }
        try await watch.state { $0.isConnectionAssumedAvailable == endsAvailable }
        // A look that had to wait for its turn comes within a hundredth of a second.
        try await Task.sleep(for: .milliseconds(30))
        try await watch.settle()
        #expect(watch.manager.isConnectionAssumedAvailable == endsAvailable)
      }
      try await churn
    }
  }

  @Test func `each manager watches its own namespace`() async throws {
    let one = try await awaitThread { try NetworkSandbox.base() }
    let other = try await awaitThread { try NetworkSandbox.base() }
    let outside = try LinuxConnectivityManager(
      configuration: .init(namespace: .process(getpid()))
    ).current.snapshot
    try await Watch.run(configuration(of: one)) { first in
      let states = try await Watch.run(configuration(of: other)) { second in
        try await one.change("link set v0 down")
        try await first.state { $0.level == .none }
        try await second.settle()
      }
      #expect(states.map(Sight.init) == [Sight(ipv4: ipv4OverV0)])
    }
    let manager = try LinuxConnectivityManager()
    #expect(manager.current.snapshot == outside)
  }

  @Test func `a namespace without its name is watched to its end`() async throws {
    let pair = try await awaitThread { try NetworkPair(families: [.ipv4]) }
    let states = try await Watch.run(configuration(of: pair.client)) { watch in
      try await awaitThread { try pair.client.delete() }
      try await watch.settle()
      #expect(watch.manager.current.level == .unverified)
      #expect(try watch.manager.links().map(\.name) == ["lo", "v0"])
      // The other end of the wire goes with its namespace, and takes this one along.
      try await awaitThread { try pair.server.delete() }
      try await watch.state { $0.level == .none }
    }
    #expect(states.map(\.level) == [.unverified, .none])
  }

  @Test func `probes go on in a namespace that has lost its name`() async throws {
    let stage = try await ProbedPair.make()
    try stage.serve(.noContent)
    try await Watch.run(stage.configuration(interval: .seconds(1))) { watch in
      try await awaitThread { try stage.pair.client.delete() }
      try await watch.state { $0.level == .full }
      let probes = watch.manager.counters.probes
      try await eventually(within: .seconds(5)) { watch.manager.counters.probes > probes }
      _ = try await watch.manager.settledState()
      #expect(watch.manager.current.level == .full)
    }
  }

  @Test func `a namespace that is not there is named in the error`() {
    let error = #expect(throws: ConnectivityError.self) {
      try LinuxConnectivityManager(configuration: .init(namespace: .named("nw-none")))
    }
    #expect(error?.code == .namespace)
    #expect(error?.description.contains("nw-none") == true)
  }

  @Test func `an interface that is not there is named in the error`() async throws {
    let sandbox = try await awaitThread { try NetworkSandbox.base() }
    let error = #expect(throws: ConnectivityError.self) {
      try LinuxConnectivityManager(
        configuration: .init(namespace: sandbox.namespace, interface: "none0")
      )
    }
    #expect(error?.code == .interface)
    #expect(error?.description.contains("none0") == true)
  }

  @Test func `who waits is told that the end has come`() async throws {
    let sandbox = try await awaitThread { try NetworkSandbox() }
    let manager = try LinuxConnectivityManager(configuration: configuration(of: sandbox))
    async let waiting: Void = manager.waitUntilAvailable()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await manager.run() }
      group.cancelAll()
    }
    do {
      try await waiting
      Issue.record("nobody told")
    } catch let error as ConnectivityError {
      #expect(error.code == .ended)
    }
    let again = await #expect(throws: ConnectivityError.self) { try await manager.run() }
    #expect(again?.code == .ended)
  }

  @Test func `who waits goes on when the default comes`() async throws {
    let sandbox = try await awaitThread { try NetworkSandbox.base() }
    try await sandbox.change("route del default")
    try await Watch.run(configuration(of: sandbox)) { watch in
      async let waiting: Void = watch.manager.waitUntilAvailable()
      try await sandbox.change("route add default via 198.51.100.1")
      try await waiting
    }
  }
}
