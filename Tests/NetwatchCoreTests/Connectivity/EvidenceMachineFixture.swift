@testable import NetwatchCore

/// An evidence machine with the paths that it judges.
struct EvidenceMachineFixture: Sendable {
  var machine: EvidenceMachine
  var current: Generations
  /// When the present paths began.
  var beginnings: FamilyPair<BootInstant?>

  init(
    hasProbes: Bool = true,
    threshold: Int = 2,
    policy: TrafficEvidencePolicy = .supporting,
    current: Generations = Generations(ipv4: 1, ipv6: nil),
    beganAt: Int64 = -60_000
  ) {
    machine = EvidenceMachine(
      settings: .init(
        hasProbes: hasProbes,
        failureThreshold: threshold,
        trafficPolicy: policy,
        proofLifetime: .seconds(30)
      )
    )
    self.current = current
    beginnings = FamilyPair(both: .ms(beganAt))
  }

  var level: ConnectivityLevel { machine.level(for: current) }

  @discardableResult
  mutating func round(
    _ reports: [ProbeReport],
    of round: Generations? = nil,
    at now: Int64 = 0
  ) -> EvidenceMachine.RoundVerdict {
    machine.roundFinished(
      reports,
      of: round ?? current,
      current: current,
      beginnings: beginnings,
      at: .ms(now)
    )
  }

  @discardableResult
  mutating func round(
    _ outcome: ProbeOutcome,
    at now: Int64 = 0
  ) -> EvidenceMachine.RoundVerdict {
    round([.ipv4(outcome)], at: now)
  }

  mutating func verified(_ family: AddressFamily = .ipv4, at now: Int64 = 0) {
    machine.trafficVerified(family, current: current, at: .ms(now))
  }

  mutating func failed(_ destination: String = "a", at now: Int64 = 0) {
    machine.trafficFailed(at: destination, current: current, at: .ms(now))
  }

  /// The paths change as a path register would tell it.
  mutating func pathBegan(_ generations: Generations, at now: Int64 = 0) {
    for family in AddressFamily.allCases where generations[family] != current[family] {
      beginnings[family] = .ms(now)
    }
    current = generations
    machine.pathBegan()
  }
}
