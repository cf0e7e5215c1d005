import NetwatchCore
import NetwatchText
import Testing

@testable import NetwatchCommand

@Suite struct StateLineTests {
  private static var portalOverIPv4: ProbeReport {
    var report = portal
    report.family = .ipv4
    return report
  }

  @Test(arguments: [
    (state(), "  available    unverified  eth0  default route via 192.0.2.1 on eth0"),
    (state(.none, ipv4: .unreachable(.noRoute)), "  unavailable  none        -     no route"),
    (
      state(.full, probes: [success]),
      "  available    full        eth0  default route via 192.0.2.1 on eth0; "
        + "http://probe.example/ answered"
    ),
    (
      state(.portal, probes: [portalOverIPv4]),
      "  unavailable  portal      eth0  default route via 192.0.2.1 on eth0, but a captive portal "
        + #"answers for http://probe.example/ (http://login.example/\u{1b}[2J)"#
    ),
    (state(ipv4: .reachable(tunnel)), "  available    unverified  tun0  default route on tun0"),
    (
      state(ipv6: .reachable(eth0IPv6)),
      "  available    unverified  eth0  default route via 192.0.2.1 on eth0; IPv6 via fe80::1 on eth0"
    ),
    (
      state(ipv4: .unreachable(.noRoute), ipv6: .reachable(eth0IPv6)),
      "  available    unverified  eth0  default route via fe80::1 on eth0"
    ),
  ])
  func `a state is a line with columns`(state: ConnectivityState, expected: String) {
    let line = text { $0.append(line: state, isColoured: false) }
    #expect(line == localTime + expected)
  }

  @Test func `the name of an interface cannot reach the terminal as it is`() {
    var egress = eth0
    egress.interfaceName = "e\u{1b}[2J"
    let line = text { $0.append(line: state(ipv4: .reachable(egress)), isColoured: false) }
    #expect(!line.contains("\u{1b}"))
    #expect(line.contains(#"  e\u{1b}[2J  default route via 192.0.2.1 on e\u{1b}[2J"#))
  }

  @Test func `colour marks availability and nothing else`() {
    let line = text { $0.append(line: state(), isColoured: true) }
    #expect(line.contains("  \u{1b}[32mavailable  \u{1b}[0m  unverified"))
    let loss = text { $0.append(line: state(.none), isColoured: true) }
    #expect(loss.contains("  \u{1b}[31munavailable\u{1b}[0m  none"))
  }

  private var localTime: String {
    let clock = CivilTime.local(sampleTime)
    return text {
      $0.append(clock.hour, width: 2)
      $0.append(":")
      $0.append(clock.minute, width: 2)
      $0.append(":01.123")
    }
  }
}
