import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

/// What observers are spared, at the delays that are the default unless a test says otherwise.
///
/// Skipped where this process may not make network namespaces.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .fewAtATime, .timeLimit(.minutes(2)))
struct DampingTests {
  private let sandbox: NetworkSandbox
  private let configuration: LinuxConnectivityManager.Configuration

  init() async throws {
    sandbox = try await awaitThread { try NetworkSandbox.base() }
    configuration = .init(namespace: sandbox.namespace)
  }

  private func change(_ commands: String...) async throws { try await sandbox.change(commands) }

  @Test func `down, up and a new default are two changes`() async throws {
    let states = try await Watch.run(configuration) { watch in
      try await change("link set v0 down")
      try await watch.state { !$0.isConnectionAssumedAvailable }
      try await change("link set v0 up")
      try await watch.settle()
      try await change("route add default via 198.51.100.1")
      try await watch.state { $0.isConnectionAssumedAvailable }
    }
    #expect(
      states.map(Sight.init) == [
        Sight(ipv4: ipv4OverV0), Sight(), Sight(ipv4: ipv4OverV0, generation: 2),
      ]
    )
    #expect(states.map(\.cause) == [.start, .link, .route])
  }

  @Test func `a default that is deleted and added again at once never went`() async throws {
    let states = try await Watch.run(configuration) { watch in
      try await change("route del default", "route add default via 198.51.100.1")
      try await watch.settle()
      #expect(await watch.manager.diagnose().pendingFlip == nil)
    }
    #expect(states.count == 1)
  }

  @Test(arguments: [
    ["route del default", "route add default via 198.51.100.1"],
    ["link set v0 down", "link set v0 up", "route add default via 198.51.100.1"],
  ])
  func `twenty flaps in a tenth of a second are nothing, or one loss and one recovery`(
    flap: [String]
  ) async throws {
    let name = sandbox.name
    let states = try await Watch.run(configuration) { watch in
      try await awaitThread {
        var batch = try IPBatch(in: name)
        for _ in 0..<20 {
          let failures = try batch.run(flap)
          guard failures == flap.map({ _ in nil }) else { throw FlapFailed(messages: failures) }
        }
      }
      // A recovery that follows a published loss takes its time; without a loss there is none.
      try await eventually(within: .seconds(5)) {
        let diagnosis = await watch.manager.diagnose()
        return diagnosis.pendingFlip == nil && diagnosis.state.isConnectionAssumedAvailable
      }
    }
    let availability = states.map(\.isConnectionAssumedAvailable)
    // A busy machine can stretch the flaps beyond the delay of a loss.
    #expect([[true], [true, false, true]].contains(availability))
  }

  @Test func `a loss is decided on before it is published, and is published when it lasts`()
    async throws
  {
    var configuration = configuration
    configuration.lossDelay = .seconds(1)
    let states = try await Watch.run(configuration) { watch in
      try await change("route del default")
      try await watch.settle()
      #expect(watch.manager.isConnectionAssumedAvailable)
      try #expect(await !watch.manager.settledAvailability())
      let diagnosis = await watch.manager.diagnose()
      #expect(diagnosis.pendingFlip?.isLoss == true)
      try await watch.state { !$0.isConnectionAssumedAvailable }
    }
    #expect(states.map(\.level) == [.unverified, .none])
  }

  @Test func `a loss that traffic reports is published at once`() async throws {
    var configuration = configuration
    configuration.lossDelay = .seconds(600)
    let states = try await Watch.run(configuration) { watch in
      try await watch.report(.failed(.local), to: nil)
      #expect(watch.manager.isConnectionAssumedAvailable)
      try await change("route del default")
      try await watch.settle()
      #expect(watch.manager.isConnectionAssumedAvailable)
      try await watch.report(.failed(.local), to: nil)
      #expect(!watch.manager.isConnectionAssumedAvailable)
    }
    #expect(states.map(\.level) == [.unverified, .none])
  }

  @Test func `a change of path passes at once`() async throws {
    var configuration = configuration
    configuration.lossDelay = .seconds(600)
    configuration.recoveryDelay = .seconds(600)
    let states = try await Watch.run(configuration) { watch in
      try await change("route replace default via 198.51.100.9")
      try await watch.settle()
      #expect(watch.manager.current.generation == 2)
    }
    #expect(states.count == 2)
  }

  private struct FlapFailed: Error {
    let messages: [String?]
  }
}
