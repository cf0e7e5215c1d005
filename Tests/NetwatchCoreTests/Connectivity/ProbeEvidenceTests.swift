import Testing

@testable import NetwatchCore

@Suite struct ProbeEvidenceTests {
  @Test func `without evidence a route is unverified and no route is none`() {
    var fixture = EvidenceMachineFixture()
    #expect(fixture.level == .unverified)
    fixture.current = .unreachable
    #expect(fixture.level == .none)
  }

  @Test func `no proof makes up for a missing route`() {
    var fixture = EvidenceMachineFixture()
    fixture.round(.success)
    fixture.current = .unreachable
    #expect(fixture.level == .none)
  }

  @Test(arguments: ProbeOutcome.allCases)
  func `one endpoint decides the round by its outcome`(outcome: ProbeOutcome) {
    var fixture = EvidenceMachineFixture()
    #expect(fixture.round(outcome) == (outcome == .success ? .success : .failed))
    #expect(fixture.level == (outcome == .success ? .full : .unverified))
    fixture.round(outcome)
    let expected: ConnectivityLevel =
      switch outcome {
      case .success: .full
      case .portal: .portal
      default: .limited
      }
    #expect(fixture.level == expected)
  }

  @Test(arguments: ProbeOutcome.allCases)
  func `verified TLS proves the path whatever the answer was`(outcome: ProbeOutcome) {
    var fixture = EvidenceMachineFixture()
    let report = ProbeReport(
      endpoint: "https://probe.example/",
      family: .ipv4,
      outcome: outcome,
      isVerifiedByTLS: true
    )
    #expect(fixture.round([report]) == .success)
    #expect(fixture.level == .full)
  }

  @Test(
    arguments: [
      ([.timeout, .success, .portal], .full), ([.portal, .timeout], .portal),
      ([.timeout, .portal], .portal), ([.timeout, .refused], .limited),
    ] as [([ProbeOutcome], ConnectivityLevel)]
  )
  func `success comes before portal before failure`(
    outcomes: [ProbeOutcome],
    expected: ConnectivityLevel
  ) {
    var fixture = EvidenceMachineFixture()
    let reports = outcomes.enumerated().map { ProbeReport.ipv4($1, endpoint: "\($0)") }
    fixture.round(reports)
    fixture.round(reports)
    #expect(fixture.level == expected)
  }

  @Test(arguments: [1, 2, 3, 5])
  func `the level falls after as many failed rounds as the threshold says`(threshold: Int) {
    for proven in [false, true] {
      var fixture = EvidenceMachineFixture(threshold: threshold)
      if proven { fixture.round(.success) }
      for round in 1...threshold {
        #expect(fixture.level == (proven ? .full : .unverified))
        fixture.round(.timeout)
        #expect(fixture.machine.failedRounds == round)
      }
      #expect(fixture.level == .limited)
    }
  }

  @Test func `a success between two failures begins the count anew`() {
    var fixture = EvidenceMachineFixture()
    for outcome in [ProbeOutcome.timeout, .success, .timeout] { fixture.round(outcome) }
    #expect(fixture.level == .full)
  }

  @Test func `one success lifts the level at once`() {
    var fixture = EvidenceMachineFixture()
    for outcome in [ProbeOutcome.timeout, .timeout, .timeout, .success] { fixture.round(outcome) }
    #expect(fixture.level == .full)
  }

  @Test func `once fallen the level follows each failed round`() {
    var fixture = EvidenceMachineFixture()
    fixture.round(.timeout)
    fixture.round(.timeout)
    fixture.round(.portal)
    #expect(fixture.level == .portal)
    fixture.round(.refused)
    #expect(fixture.level == .limited)
  }

  @Test func `reports of an older path are dropped`() {
    var fixture = EvidenceMachineFixture(current: Generations(ipv4: 2, ipv6: nil))
    let old = Generations(ipv4: 1, ipv6: nil)
    #expect(fixture.round([.ipv4(.success)], of: old) == .stale)
    #expect(fixture.level == .unverified)
    #expect(fixture.round([.ipv4(.timeout)], of: old) == .stale)
    #expect(fixture.machine.failedRounds == 0)
  }

  @Test func `of a round half of whose paths are gone the other half counts`() {
    var fixture = EvidenceMachineFixture(current: Generations(ipv4: nil, ipv6: 2))
    let round = Generations(ipv4: 1, ipv6: 2)
    #expect(fixture.round([.ipv4(.success), .ipv6(.timeout)], of: round) == .failed)
    #expect(fixture.round([.ipv4(.timeout), .ipv6(.success)], of: round) == .success)
    #expect(fixture.level == .full)
  }

  @Test func `a round over present paths that could try nothing says nothing`() {
    var fixture = EvidenceMachineFixture()
    #expect(fixture.round([ProbeReport]()) == .unknown)
    #expect(fixture.round([.ipv6(.unreachable)]) == .unknown)
    #expect(fixture.level == .unverified)
  }

  @Test(
    arguments: [
      (0, .unknown), (4999, .unknown), (5000, .failed), (60_000, .failed),
    ] as [(Int64, EvidenceMachine.RoundVerdict)]
  )
  func `names that do not resolve say nothing in the first five seconds`(
    age: Int64,
    expected: EvidenceMachine.RoundVerdict
  ) {
    var fixture = EvidenceMachineFixture(beganAt: 0)
    #expect(fixture.round(.dnsFailure, at: age) == expected)
  }

  @Test func `only the young path is excused, and only its names`() {
    var fixture = EvidenceMachineFixture()
    fixture.pathBegan(Generations(ipv4: 1, ipv6: 2), at: 0)
    #expect(fixture.round([.ipv6(.dnsFailure)], at: 10) == .unknown)
    #expect(fixture.round([.ipv4(.dnsFailure), .ipv6(.dnsFailure)], at: 10) == .failed)
    #expect(fixture.round([.ipv6(.dnsFailure), .ipv6(.timeout)], at: 10) == .failed)
  }

  @Test func `a new path is trusted until two rounds over it fail`() {
    var fixture = EvidenceMachineFixture()
    fixture.round(.timeout)
    fixture.round(.timeout)
    fixture.pathBegan(Generations(ipv4: 2, ipv6: nil))
    #expect(fixture.level == .unverified)
    fixture.round(.timeout)
    #expect(fixture.level == .unverified)
    fixture.round(.timeout)
    #expect(fixture.level == .limited)
  }

  @Test func `a failure over the old path does not count against the new`() {
    var fixture = EvidenceMachineFixture()
    fixture.round(.timeout)
    fixture.pathBegan(Generations(ipv4: 2, ipv6: nil))
    fixture.round(.timeout)
    #expect(fixture.level == .unverified)
  }

  @Test func `a complaint covers the paths it was made of, and each of them alone`() {
    var fixture = EvidenceMachineFixture(current: Generations(ipv4: 1, ipv6: 1))
    let reports = [ProbeReport.ipv4(.timeout), .ipv6(.timeout)]
    fixture.round(reports)
    fixture.round(reports)
    #expect(fixture.level == .limited)
    fixture.current.ipv4 = nil
    #expect(fixture.level == .limited)
    fixture.current = Generations(ipv4: 2, ipv6: 1)
    #expect(fixture.level == .unverified)
  }

  @Test func `a proof is of one family, and goes with it`() {
    var fixture = EvidenceMachineFixture(current: Generations(ipv4: 1, ipv6: 1))
    fixture.round([.ipv4(.success), .ipv6(.timeout)])
    #expect(fixture.level == .full)
    fixture.current.ipv4 = nil
    #expect(fixture.level == .unverified)
  }

  @Test func `a family that fails beside one that succeeds loses its proof`() {
    var fixture = EvidenceMachineFixture(current: Generations(ipv4: 1, ipv6: 1))
    fixture.round([.ipv4(.success), .ipv6(.success)])
    fixture.round([.ipv4(.timeout), .ipv6(.success)])
    fixture.current.ipv6 = nil
    #expect(fixture.level == .unverified)
  }
}
