import NetwatchCore
import Testing

@testable import NetwatchCommand

@Suite struct PrintFilterTests {
  @Test func `the first state is printed`() {
    #expect(accepted([state(), state()]) == [true, false])
  }

  @Test(arguments: [
    state(.full), state(.none, ipv4: .unreachable(.noRoute)), state(ipv6: .reachable(eth0IPv6)),
    state(ipv4: .reachable(renamed)), state(ipv4: .reachable(moved(index: 5, gateway: 1))),
    state(ipv4: .reachable(moved(index: 4, gateway: 9))),
    state(ipv4: .reachable(moved(index: 4, gateway: nil))),
  ])
  func `a change that matters is printed`(changed: ConnectivityState) {
    #expect(accepted([state(), changed, changed, state()]) == [true, true, false, true])
  }

  @Test(arguments: [
    state(generation: 7), state(probes: [success]), state(ipv6: .unreachable(.disabled)),
    state(ipv4: .reachable(otherSource)),
  ])
  func `a change that does not matter is not printed`(changed: ConnectivityState) {
    #expect(accepted([state(), changed]) == [true, false])
  }

  private func accepted(_ states: [ConnectivityState]) -> [Bool] {
    var filter = PrintFilter()
    return states.map { filter.accepts($0) }
  }

  private static var renamed: Egress {
    var egress = eth0
    egress.interfaceName = "wan0"
    return egress
  }

  private static var otherSource: Egress {
    var egress = eth0
    egress.source = IPAddress(ipv4: 0xC000_0263)
    egress.metric = 7
    egress.table = 100
    return egress
  }

  private static func moved(index: Int32, gateway: UInt32?) -> Egress {
    var egress = eth0
    egress.path = NetworkPath(
      family: .ipv4,
      interfaceIndex: index,
      gateway: gateway.map { IPAddress(ipv4: 0xC000_0200 + $0) }
    )
    return egress
  }
}
