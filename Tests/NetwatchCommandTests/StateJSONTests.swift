import NetwatchCore
import NetwatchText
import Testing

@testable import NetwatchCommand
@testable import NetwatchLinux

@Suite struct StateJSONTests {
  @Test func `a state is the object of the contract`() {
    #expect(
      json(state(probes: [success])) == """
        {"time":"2026-11-29T23:59:01.123456Z","sequence":1,"connectionAssumedAvailable":true,\
        "level":"unverified","since":"2026-11-29T23:59:01.123456Z","generation":1,\
        "ipv4":{"reachable":true,"interface":"eth0","index":4,"gateway":"192.0.2.1",\
        "source":"192.0.2.2"},"ipv6":{"reachable":false,"reason":"noRoute"},\
        "probes":[{"endpoint":"http://probe.example/","family":"ipv4","outcome":"success",\
        "status":204,"milliseconds":31.2}],"cause":"start",\
        "explanation":"default route via 192.0.2.1 on eth0",\
        "counters":{"messages":0,"evaluations":1,"overruns":0,"probes":0},"mode":"netlink"}
        """
    )
  }

  @Test func `keys that do not apply are left out`() {
    #expect(
      json(state(ipv4: .reachable(tunnel)), sequence: 12).contains(
        """
        "ipv4":{"reachable":true,"interface":"tun0","index":9,"source":"10.0.0.1"},\
        "ipv6":{"reachable":false,"reason":"noRoute"},"cause":"start"
        """
      )
    )
  }

  @Test func `nothing reachable is said with reasons`() {
    let line = json(state(.none, ipv4: .unreachable(.noCarrier), ipv6: .unreachable(.disabled)))
    #expect(line.contains(#""connectionAssumedAvailable":false,"level":"none""#))
    #expect(line.contains(#""ipv4":{"reachable":false,"reason":"noCarrier"}"#))
    #expect(line.contains(#""ipv6":{"reachable":false,"reason":"disabled"}"#))
  }

  @Test func `every outcome is an element, with the location that a portal gives`() {
    let line = json(state(.full, ipv6: .reachable(eth0IPv6), probes: [success, portal]))
    #expect(
      line.contains(
        """
        "status":204,"milliseconds":31.2},{"endpoint":"http://probe.example/","family":"ipv6",\
        "outcome":"portal","status":302,"location":"http://login.example/\\u001b[2J",\
        "milliseconds":112.0}]
        """
      )
    )
  }

  @Test func `a probe says how long each step took`() {
    #expect(
      text { $0.element(success, hasTimings: true) } == """
        {"endpoint":"http://probe.example/","family":"ipv4","outcome":"success","status":204,\
        "milliseconds":31.2,"timings":{"lookup":1.234,"connect":10.500,"firstByte":31.000,\
        "total":31.249}}
        """
    )
  }

  @Test(arguments: [
    ("", #""""#), ("a", #""a""#), ("a\"b", #""a\"b""#), (#"a\b"#, #""a\\b""#),
    ("a\nb", #""a\u000ab""#), ("\u{0}", #""\u0000""#), ("\u{1b}", #""\u001b""#),
    ("\u{7f}", #""\u007f""#), ("\u{202e}", #""\u202e""#), ("\u{e0041}", #""\udb40\udc41""#),
    ("ä電🎈", #""ä電🎈""#), ("/", #""/""#),
    (String(decoding: [0x61, 0xFF], as: UTF8.self), "\"a\u{fffd}\""),
  ])
  func `strings are escaped`(value: String, json: String) {
    #expect(text { $0.element(value) } == json)
  }

  @Test func `an interface cannot break out of its string`() {
    var egress = eth0
    egress.interfaceName = "\"},\u{1b}\\"
    #expect(json(state(ipv4: .reachable(egress))).contains(#""interface":"\"},\u001b\\","index""#))
  }

  private func json(_ state: ConnectivityState, sequence: UInt64 = 1) -> String {
    let report = StateReport(
      state: state,
      sequence: sequence,
      counters: MonitorCounters(messages: 0, evaluations: 1, overruns: 0, probes: 0),
      mode: .netlink
    )
    return text { $0.append(report, as: .json) }
  }
}
