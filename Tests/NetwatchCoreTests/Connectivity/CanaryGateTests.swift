import Testing

@testable import NetwatchCore

@Suite struct CanaryGateTests {
  /// Asks every 100 ms, and says when it was let through.
  private static func claims(
    _ gate: inout CanaryGate,
    from start: Int64,
    to end: Int64
  ) -> [Int64] {
    stride(from: start, through: end, by: 100).filter { gate.claimed(at: .ms($0)) }
  }

  @Test func `one is let through after 1, 2, 4 seconds and so on up to the longest step`() {
    var gate = CanaryGate(longestStep: .seconds(5))
    gate.levelSettled(.limited, at: .ms(0))
    #expect(Self.claims(&gate, from: 0, to: 18_000) == [1000, 3000, 7000, 12_000, 17_000])
  }

  @Test func `settling on limited again does not begin anew`() {
    var gate = CanaryGate(longestStep: .seconds(30))
    gate.levelSettled(.limited, at: .ms(0))
    gate.levelSettled(.limited, at: .ms(900))
    #expect(Self.claims(&gate, from: 900, to: 1000) == [1000])
    gate.levelSettled(.limited, at: .ms(1100))
    #expect(Self.claims(&gate, from: 1100, to: 3000) == [3000])
  }

  @Test(arguments: ConnectivityLevel.allCases.filter { $0 != .limited })
  func `nobody is let through at`(level: ConnectivityLevel) {
    var gate = CanaryGate(longestStep: .seconds(30))
    gate.levelSettled(level, at: .ms(0))
    #expect(Self.claims(&gate, from: 0, to: 60_000).isEmpty)
  }

  @Test(arguments: ConnectivityLevel.allCases.filter { $0 != .limited })
  func `the steps begin anew after`(level: ConnectivityLevel) {
    var gate = CanaryGate(longestStep: .seconds(30))
    gate.levelSettled(.limited, at: .ms(0))
    _ = Self.claims(&gate, from: 0, to: 20_000)
    gate.levelSettled(level, at: .ms(20_000))
    gate.levelSettled(.limited, at: .ms(21_000))
    #expect(Self.claims(&gate, from: 21_000, to: 25_000) == [22_000, 24_000])
  }

  @Test func `nobody is let through before the level is known`() {
    var gate = CanaryGate(longestStep: .seconds(30))
    #expect(Self.claims(&gate, from: 0, to: 60_000).isEmpty)
  }
}
