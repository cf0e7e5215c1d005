import NetwatchCore
import NetwatchSystem
import NetwatchTestSupport
import Testing

@testable import NetwatchLinux

@Suite(.timeLimit(.minutes(1)))
struct SuspendTests {
  @Test func `a detector sees each suspend once`() {
    #expect(Self.sight(of: [.zero, .seconds(5), .zero, .milliseconds(500)]) == [1, 3])
  }

  @Test func `what the clocks differ by between two readings is no suspend`() {
    #expect(Self.sight(of: [.milliseconds(100), .milliseconds(100)]).isEmpty)
  }

  /// At which of several suspends a detector that is asked after each says that there was one.
  private static func sight(of suspends: [Duration]) -> [Int] {
    let clocks = ManualSystemClocks()
    var detector = SuspendDetector(clocks: clocks.clocks)
    return suspends.indices.filter { index in
      clocks.suspend(for: suspends[index])
      return detector.hasResumed()
    }
  }

  @Test func `short suspends add up to one that is seen`() {
    let seen = Self.sight(of: Array(repeating: .milliseconds(100), count: 10))
    #expect((2...4).contains(seen.count))
  }

  @Test(.enabled(if: NetworkSandbox.isAvailable))
  func `a suspend begins a new generation`() async throws {
    let (sandbox, clocks) = (try NetworkSandbox.base(), ManualSystemClocks())
    let manager = try LinuxConnectivityManager(
      configuration: .init(namespace: sandbox.namespace),
      clocks: clocks.clocks
    )
    try await whileRunning(manager) {
      let before = manager.current
      clocks.suspend(for: .seconds(60))
      // Whatever wakes the loop next shows it; here that is evidence of a failure to send.
      manager.report(.localFailure(manager.ticket()))
      try await eventually(within: .seconds(5)) {
        if manager.current.generation == before.generation { try sandbox.touch() }
        return manager.current.generation > before.generation
      }
      #expect(manager.current.cause == .resume)
      #expect(manager.current.level == before.level)
    }
  }
}

extension Evidence {
  fileprivate static func localFailure(_ ticket: EvidenceTicket) -> Evidence {
    Evidence(ticket: ticket, outcome: .failed(.local), remoteAddress: nil, destination: "x")
  }
}

extension NetworkSandbox {
  /// Makes a message that changes nothing.
  fileprivate func touch() throws {
    try ip("addr add 127.9.9.9/32 dev lo")
    try ip("addr del 127.9.9.9/32 dev lo")
  }
}
