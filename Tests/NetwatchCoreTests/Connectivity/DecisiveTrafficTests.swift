import Testing

@testable import NetwatchCore

@Suite struct DecisiveTrafficTests {
  enum Event: Sendable {
    case failed(String, Int64)
    case answered
    case verified(Int64)
    case began
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var events: [Event]
    var level: ConnectivityLevel
  }

  @Test(arguments: [
    Case(
      testDescription: "two failures at two destinations",
      events: [.failed("a", 0), .failed("b", 1)],
      level: .unverified
    ),
    Case(
      testDescription: "many failures at one destination",
      events: (0..<40).map { .failed("a", $0) },
      level: .unverified
    ),
    Case(
      testDescription: "three failures at two destinations",
      events: [.failed("a", 0), .failed("b", 1), .failed("a", 2)],
      level: .limited
    ),
    Case(
      testDescription: "many at one destination and one at another",
      events: (0..<40).map { .failed("a", $0) } + [.failed("b", 50)],
      level: .limited
    ),
    Case(
      testDescription: "three in exactly 30 s",
      events: [.failed("a", 0), .failed("b", 1), .failed("a", 30_000)],
      level: .limited
    ),
    Case(
      testDescription: "three in more than 30 s",
      events: [.failed("a", 0), .failed("b", 1), .failed("a", 30_001)],
      level: .unverified
    ),
    Case(
      testDescription: "the window slides",
      events: [.failed("a", 0), .failed("b", 20_000), .failed("a", 40_000), .failed("b", 41_000)],
      level: .limited
    ),
    Case(
      testDescription: "an answer between",
      events: [.failed("a", 0), .failed("b", 1), .answered, .failed("a", 2)],
      level: .unverified
    ),
    Case(
      testDescription: "a verified answer between",
      events: [.failed("a", 0), .failed("b", 1), .verified(2), .failed("a", 3)],
      level: .unverified
    ),
    Case(
      testDescription: "a new path between",
      events: [.failed("a", 0), .failed("b", 1), .began, .failed("a", 2)],
      level: .unverified
    ),
    Case(
      testDescription: "decided, and then a plain answer",
      events: [.failed("a", 0), .failed("b", 1), .failed("a", 2), .answered],
      level: .unverified
    ),
    Case(
      testDescription: "decided, and then a verified answer",
      events: [.failed("a", 0), .failed("b", 1), .failed("a", 2), .verified(3)],
      level: .full
    ),
    Case(
      testDescription: "decided, and then a new path",
      events: [.failed("a", 0), .failed("b", 1), .failed("a", 2), .began],
      level: .unverified
    ),
    Case(
      testDescription: "proven before",
      events: [.verified(0), .failed("a", 1), .failed("b", 2), .failed("a", 3)],
      level: .limited
    ),
    Case(
      testDescription: "decided, answered, and failing again",
      events: [
        .failed("a", 0), .failed("b", 1), .failed("a", 2), .answered, .failed("a", 3),
        .failed("b", 4),
      ],
      level: .unverified
    ),
  ])
  func `without probes the level is decided by`(_ sample: Case) {
    var fixture = EvidenceMachineFixture(hasProbes: false, policy: .decisive)
    for event in sample.events {
      switch event {
      case .failed(let destination, let at): fixture.failed(destination, at: at)
      case .answered: fixture.machine.trafficAnswered()
      case .verified(let at): fixture.verified(at: at)
      case .began: fixture.pathBegan(Generations(ipv4: 2, ipv6: nil))
      }
    }
    #expect(fixture.level == sample.level)
  }

  @Test func `the probes' word stands where they have spoken`() {
    var fixture = EvidenceMachineFixture(policy: .decisive)
    fixture.round(.portal)
    fixture.round(.portal)
    for destination in ["a", "b", "c"] { fixture.failed(destination) }
    #expect(fixture.level == .portal)
    fixture.machine.trafficAnswered()
    #expect(fixture.level == .portal)
  }

  @Test func `a probe that succeeds withdraws what traffic decided`() {
    var fixture = EvidenceMachineFixture(policy: .decisive)
    for destination in ["a", "b", "c"] { fixture.failed(destination) }
    #expect(fixture.level == .limited)
    fixture.round(.success)
    #expect(fixture.level == .full)
  }
}
