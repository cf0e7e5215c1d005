import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct EvidenceFloodTests {
  private static let outcomes: [Evidence.Outcome] = [
    .failed(.local), .failed(.timeout), .verified, .answered, .failed(.refused),
  ]

  @Test(arguments: [outcomes, [.failed(.local)]])
  func `a flood of evidence asks the kernel a bounded number of times`(
    outcomes: [Evidence.Outcome]
  ) async throws {
    let sandbox = try NetworkSandbox.base()
    let manager = try LinuxConnectivityManager.watching(sandbox)
    try await whileRunning(manager) {
      let before = manager.counters.evaluations
      let clock = ContinuousClock()
      let time = try await clock.measure { try await Self.flood(manager, with: outcomes) }
      // A hundred a second, and a few more for what is left in the end.
      let bound = UInt64(150 * (time / .seconds(1)) + 50)
      #expect(manager.counters.evaluations - before < bound)
      try sandbox.loseDefault()
      try await eventually(within: .seconds(5)) { !manager.isConnectionAssumedAvailable }
    }
  }

  @Test func `in the middle of a flood a loss is told`() async throws {
    let sandbox = try NetworkSandbox.base()
    let manager = try LinuxConnectivityManager.watching(sandbox)
    try await whileRunning(manager) {
      async let flood: Void = Self.flood(manager, with: Self.outcomes)
      try sandbox.loseDefault()
      var told: Bool?
      for await isAvailable in manager.connectionAssumedAvailable where !isAvailable {
        told = isAvailable
        break
      }
      #expect(told == false)
      try await flood
    }
  }

  @Test func `a reported failure to send is confirmed at once and told undamped`() async throws {
    let sandbox = try NetworkSandbox.base()
    let manager = try LinuxConnectivityManager.watching(sandbox, lossDelay: .seconds(60))
    try await whileRunning(manager) {
      try sandbox.loseDefault()
      try await eventually(within: .seconds(5)) { try await !manager.settledAvailability() }
      #expect(manager.isConnectionAssumedAvailable)
      manager.report(.made(.failed(.local), with: manager.ticket(), number: 0))
      try await eventually(within: .seconds(5)) { !manager.isConnectionAssumedAvailable }
    }
  }

  /// Reports from eight threads, as fast as they can, for a second.
  private static func flood(
    _ manager: LinuxConnectivityManager,
    with outcomes: [Evidence.Outcome]
  ) async throws {
    let end = ContinuousClock.now + .seconds(1)
    try await withThrowingTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          try await awaitThread {
            var number = thread
            while .now < end {
              let outcome = outcomes[number % outcomes.count]
              manager.report(.made(outcome, with: manager.ticket(), number: number))
              number += 8
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

extension Evidence {
  fileprivate static func made(
    _ outcome: Outcome,
    with ticket: EvidenceTicket,
    number: Int
  ) -> Evidence {
    Evidence(
      ticket: ticket,
      outcome: outcome,
      remoteAddress: IPAddress(ipv4: 0xC000_0250),
      destination: "https://host-\(number % 1_000).example:443"
    )
  }
}
