import NetwatchCore
import NetwatchText
import Testing

@testable import NetwatchCommand
@testable import NetwatchLinux

@Suite struct ExplainTests {
  @Test func `reads like the sample of the contract`() {
    #expect(
      lines(diagnosis(state(generation: 4))) == """
        available (unverified) since \(localTime), generation 4
          ipv4    reachable by eth0 via 192.0.2.1, source 192.0.2.2 (table main, metric 100)
                  eth0 is up and has a carrier
          ipv6    unreachable: no route
          probes  none configured; --probe URL verifies beyond the route
          damping nothing pending, 0 flaps in the last minute
        """
    )
  }

  @Test func `shows outcomes, endpoints without one, and a flip that is pending`() {
    let endpoint = ProbeEndpoint.http("http://probe.example/")
    var diagnosis = diagnosis(state(.full, ipv6: .reachable(eth0IPv6), probes: [success, portal]))
    diagnosis.probes = [endpoint, .tcp(host: "192.0.2.80", port: 443)]
    diagnosis.pendingFlip = .init(isLoss: true, remaining: .microseconds(61_500))
    diagnosis.flaps = 1
    #expect(
      lines(diagnosis) == """
        available (full) since \(localTime), generation 1
          ipv4    reachable by eth0 via 192.0.2.1, source 192.0.2.2 (table main, metric 100)
                  eth0 is up and has a carrier
          ipv6    reachable by eth0 via fe80::1, source 2001:db8::2 (table main, metric 0)
          probes  http://probe.example/ success (204) in 31.2 ms over ipv4
                  http://probe.example/ portal (302) to http://login.example/\\u{1b}[2J \
        in 112.0 ms over ipv6
                  tcp://192.0.2.80:443 no result yet
          damping a loss pending, published in 61.5 ms, 1 flap in the last minute
        """
    )
  }

  @Test(arguments: [
    (true, true, "eth0 is up and has a carrier"), (true, false, "eth0 is up but has no carrier"),
    (false, false, "eth0 is down"),
  ])
  func `says how the link is`(isUp: Bool, isUsable: Bool, expected: String) {
    var diagnosis = diagnosis(state(.none, ipv4: .unreachable(.noCarrier)))
    diagnosis.links[.ipv4]?.isUp = isUp
    diagnosis.links[.ipv4]?.isUsable = isUsable
    let text = ExplainText(diagnosis).lines
    #expect(text[1] == "  ipv4    unreachable: the interface of the route has no carrier")
    #expect(text[2] == "          " + expected)
  }

  @Test func `a tunnel has no gateway, and its table a number`() {
    #expect(
      ExplainText(diagnosis(state(ipv4: .reachable(tunnel)))).lines[1]
        == "  ipv4    reachable by tun0, source 10.0.0.1 (table 51820, metric 0)"
    )
  }

  @Test func `polling is said`() {
    var diagnosis = diagnosis(state())
    diagnosis.mode = .polling
    #expect(
      ExplainText(diagnosis).lines.suffix(2) == [
        "  mode    polling every 5 s, because netlink is refused here",
        "          links and gateways are not seen",
      ]
    )
  }

  @Test func `as JSON it is the state and what the text says more`() {
    var diagnosis = diagnosis(state())
    diagnosis.probes = [.http("http://probe.example/")]
    diagnosis.pendingFlip = .init(isLoss: false, remaining: .milliseconds(200))
    let report = StateReport(
      state: diagnosis.state,
      sequence: 1,
      counters: MonitorCounters(),
      mode: .netlink
    )
    let json = text { $0.append(json: report, diagnosis: diagnosis) }
    #expect(
      json.contains(
        """
        "source":"192.0.2.2","table":254,"metric":100,\
        "link":{"name":"eth0","index":4,"up":true,"usable":true}},"ipv6":
        """
      )
    )
    #expect(
      json.hasSuffix(
        """
        "mode":"netlink","endpoints":["http://probe.example/"],\
        "damping":{"pending":"recovery","remaining":200.0,"flaps":0}}
        """
      )
    )
  }

  private func diagnosis(_ state: ConnectivityState) -> Diagnosis {
    let link = LinkDescription(index: 4, name: "eth0", kind: nil, isUp: true, isUsable: true)
    return Diagnosis(
      state: state,
      links: [.ipv4: link],
      pendingFlip: nil,
      flaps: 0,
      mode: .netlink,
      probes: []
    )
  }

  private func lines(_ diagnosis: Diagnosis) -> String {
    ExplainText(diagnosis).lines.joined(separator: "\n")
  }

  private var localTime: String { text { $0.append(localSecondsOf: sampleTime) } }
}
