import NetwatchCore
import NetwatchLinux
import NetwatchText

@testable import NetwatchCommand

/// 2026-11-29T23:59:01.123456Z, and 789 nanoseconds.
let sampleTime = WallTime(seconds: 1_795_996_741, nanoseconds: 123_456_789)

let eth0 = Egress(
  path: NetworkPath(
    family: .ipv4,
    interfaceIndex: 4,
    gateway: IPAddress(ipv4: 0xC000_0201)
  ),
  interfaceName: "eth0",
  source: IPAddress(ipv4: 0xC000_0202),
  metric: 100
)

let eth0IPv6 = Egress(
  path: NetworkPath(
    family: .ipv6,
    interfaceIndex: 4,
    gateway: IPAddress(ipv6: 0xFE80_0000_0000_0000, 1)
  ),
  interfaceName: "eth0",
  source: IPAddress(ipv6: 0x2001_0DB8_0000_0000, 2)
)

let tunnel = Egress(
  path: NetworkPath(family: .ipv4, interfaceIndex: 9, gateway: nil),
  interfaceName: "tun0",
  source: IPAddress(ipv4: 0x0A00_0001),
  table: 51_820
)

let success = ProbeReport(
  endpoint: "http://probe.example/",
  family: .ipv4,
  outcome: .success,
  status: 204,
  timings: ProbeTimings(
    lookup: .microseconds(1_234),
    connect: .microseconds(10_500),
    firstByte: .microseconds(31_000),
    total: .microseconds(31_249)
  )
)

let portal = ProbeReport(
  endpoint: "http://probe.example/",
  family: .ipv6,
  outcome: .portal,
  status: 302,
  location: "http://login.example/\u{1b}[2J",
  timings: ProbeTimings(total: .milliseconds(112))
)

func state(
  _ level: ConnectivityLevel = .unverified,
  ipv4: Verdict = .reachable(eth0),
  ipv6: Verdict = .unreachable(.noRoute),
  generation: UInt64 = 1,
  probes: [ProbeReport] = []
) -> ConnectivityState {
  ConnectivityState(
    level: level,
    snapshot: Snapshot(ipv4: ipv4, ipv6: ipv6),
    generation: generation,
    probes: probes,
    cause: .start,
    since: sampleTime,
    time: sampleTime
  )
}

func text(_ fill: (inout TextBuffer) -> Void) -> String {
  var buffer = TextBuffer()
  fill(&buffer)
  return String(decoding: buffer.bytes, as: UTF8.self)
}
