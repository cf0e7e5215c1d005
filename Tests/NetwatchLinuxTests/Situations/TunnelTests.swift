import NetwatchCore
import NetwatchTestSupport
import Testing

/// Tunnels and taps.
///
/// Skipped where this process may not make network namespaces, or no tunnel devices in them.
@Suite(
  .enabled(if: NetworkSandbox.isAvailable && OpenTunnel.isAvailable),
  .fewAtATime,
  .timeLimit(.minutes(2))
)
struct TunnelTests {
  @Test(arguments: Self.situations)
  func `a tunnel leads out where something carries it`(_ situation: Situation) async throws {
    try await situation.play()
  }

  private static let overTunnel = "t0 from 10.8.0.2"

  private static let tunnel: [Situation.Command] = [
    "tuntap add t0 mode tun", "link set t0 up", .openTunnel("t0", isTap: false),
    "addr add 10.8.0.2/24 dev t0", "route add default dev t0 metric 5",
  ]

  static let situations: [Situation] = [
    Situation(
      "a tap has a carrier while a program holds it",
      on: .bare,
      setup: [
        "tuntap add t0 mode tap", "link set t0 up", "addr add 10.8.0.2/24 dev t0",
        "route add default dev t0",
      ],
      first: Sight(ipv4: "noCarrier"),
      .init(.openTunnel("t0", isTap: true), gives: Sight(ipv4: overTunnel, generation: 2)),
      .init(.closeTunnels, gives: Sight(ipv4: "noCarrier", generation: 2))
    ),
    Situation(
      "the only link is a tun",
      on: .bare,
      setup: tunnel,
      first: Sight(ipv4: overTunnel),
      .init(.closeTunnels, gives: Sight(ipv4: "noCarrier"))
    ),
    Situation(
      "the link under a tun is set down, and up",
      setup: ["route del default"] + tunnel,
      first: Sight(ipv4: overTunnel),
      .init("link set v0 down", gives: Sight(ipv4: "underlayDown")),
      .init("link set v0 up", gives: Sight(ipv4: overTunnel, generation: 2))
    ),
    Situation(
      "the link under a tun is deleted",
      setup: ["route del default"] + tunnel,
      first: Sight(ipv4: overTunnel),
      .init("link del v0", gives: Sight(ipv4: "underlayDown"))
    ),
    Situation(
      "a VPN leads through a table of its own, and spares its own packets by a mark",
      setup: [
        "tuntap add t0 mode tun", "link set t0 up", .openTunnel("t0", isTap: false),
        "addr add 10.8.0.2/24 dev t0", "route add default dev t0 table 51820",
        "rule add pref 1000 not fwmark 51820 lookup 51820",
      ],
      first: Sight(ipv4: overTunnel),
      .unnoticed("rule add pref 900 lookup main suppress_prefixlength 0"),
      .unnoticed("route del default"),
      .unnoticed("route add default via 198.51.100.1"),
      .init("link set v1 down", gives: Sight(ipv4: "underlayDown")),
      .init("link set v1 up", gives: Sight(ipv4: overTunnel, generation: 2)),
      .init("rule del pref 1000", gives: Sight(ipv4: ipv4OverV0, generation: 3))
    ),
    Situation(
      "the halves of a VPN cover the default, and the program behind it ends",
      setup: [
        "tuntap add t0 mode tun", "link set t0 up", .openTunnel("t0", isTap: false),
        "addr add 10.8.0.2/24 dev t0",
      ],
      first: Sight(ipv4: ipv4OverV0),
      .unnoticed("route add 128.0.0.0/1 dev t0"),
      .init("route add 0.0.0.0/1 dev t0", gives: Sight(ipv4: overTunnel, generation: 2)),
      .init(.closeTunnels, gives: Sight(ipv4: "noCarrier", generation: 2)),
      .init("link del t0", gives: Sight(ipv4: ipv4OverV0, generation: 3))
    ),
    Situation(
      "the wire under a VXLAN tunnel is cut",
      setup: [
        "link add t0 type vxlan id 5 dstport 4789 remote 198.51.100.1 dev v0", "link set t0 up",
        "addr add 10.8.0.2/24 dev t0", "route replace default via 10.8.0.1",
      ],
      first: Sight(ipv4: "t0 via 10.8.0.1 from 10.8.0.2"),
      .init("link set v1 down", gives: Sight(ipv4: "underlayDown")),
      .init("link set v1 up", gives: Sight(ipv4: "t0 via 10.8.0.1 from 10.8.0.2", generation: 2))
    ),
  ]
}
