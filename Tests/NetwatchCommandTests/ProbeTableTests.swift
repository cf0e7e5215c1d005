import NetwatchCore
import NetwatchLinux
import Testing

@testable import NetwatchCommand

@Suite struct ProbeTableTests {
  @Test func `outcomes are aligned`() {
    let timeout = ProbeReport(
      endpoint: "tcp://192.0.2.80:443",
      family: .ipv4,
      outcome: .timeout,
      timings: ProbeTimings(lookup: .zero, total: .seconds(3))
    )
    #expect(
      ProbeTable([success, portal, timeout]).lines == [
        "http://probe.example/  ipv4  success (204)                                     31.2 ms"
          + "  (lookup 1.2, connect 10.5, first byte 31.0)",
        #"http://probe.example/  ipv6  portal (302) to http://login.example/\u{1b}[2J   112.0 ms"#,
        "tcp://192.0.2.80:443   ipv4  timeout                                         3000.0 ms"
          + "  (lookup 0.0)",
      ]
    )
  }

  @Test func `no outcomes make no lines`() {
    #expect(ProbeTable([]).lines.isEmpty)
  }

  @Test func `every endpoint has to answer, over whatever family`() {
    let endpoint = ProbeEndpoint.http("http://probe.example/")
    let other = ProbeEndpoint.tcp(host: "192.0.2.80", port: 443)
    #expect(ProbeCommand.haveAllAnswered([endpoint], [success, portal]))
    #expect(!ProbeCommand.haveAllAnswered([endpoint], [portal]))
    #expect(!ProbeCommand.haveAllAnswered([endpoint, other], [success]))
    #expect(!ProbeCommand.haveAllAnswered([endpoint], []))
  }
}
