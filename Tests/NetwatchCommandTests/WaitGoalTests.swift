import NetwatchCore
import NetwatchLinux
import Testing

@testable import NetwatchCommand

@Suite struct WaitGoalTests {
  private static let endpoint = WaitGoal.endpoint(.tcp(host: "192.0.2.80", port: 443))

  @Test(
    arguments: [
      (.route, state(.none, ipv4: .unreachable(.noRoute)), false), (.route, state(), true),
      (.route, state(.limited), true), (.probe, state(), false), (.probe, state(.limited), false),
      (.probe, state(.full), true), (endpoint, state(), false), (endpoint, state(.full), true),
    ] as [(WaitGoal, ConnectivityState, Bool)]
  )
  func `is met by`(goal: WaitGoal, state: ConnectivityState, isMet: Bool) {
    #expect(goal.isMet(by: state) == isMet)
  }

  @Test func `says what is missing`() {
    #expect(
      WaitGoal.route.complaint(
        about: state(.none, ipv4: .unreachable(.noRoute)),
        after: .seconds(5)
      )
        == "still unavailable after 5s: no route"
    )
    #expect(
      WaitGoal.probe.complaint(about: state(), after: .milliseconds(250))
        == "still unverified after 250ms: default route via 192.0.2.1 on eth0"
    )
  }
}
