import NetwatchCore
import NetwatchLinux
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

  /// All that is left of the uplink's routes, as of a VPN that keeps a way for its own packets.
  private static let hostRoute: [Situation.Command] = [
    "route del default via 198.51.100.1", "route add 192.0.2.9 via 198.51.100.1",
  ]

  /// A pair of links that leads to a container, and nowhere else.
  private static let container: [Situation.Command] = [
    "link add w0 type veth peer name w1", "link set w0 up", "link set w1 up",
    "addr add 172.17.0.1/16 dev w0",
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
      "beside the only link, a tun, a bridge comes and goes",
      on: .bare,
      setup: tunnel,
      first: Sight(ipv4: overTunnel),
      .unnoticed(
        "link add br0 type bridge",
        "link set br0 up",
        "addr add 203.0.113.1/24 dev br0",
        "link add w0 type veth peer name w1",
        "link set w0 master br0 up",
        "link set w1 up"
      ),
      .unnoticed("link set w1 down"),
      .unnoticed("link del br0"),
      .unnoticed("link del w0")
    ),
    Situation(
      "beside a tun there is a bridge for containers that has none",
      on: .bare,
      setup: [
        "link add docker0 type bridge", "link set docker0 up",
        "addr add 172.17.0.1/16 dev docker0",
      ] + tunnel,
      first: Sight(ipv4: overTunnel),
      .unnoticed("link set docker0 down"),
      .unnoticed("link set docker0 up")
    ),
    Situation(
      "the uplink under a tun goes, and a pair for a container stays",
      setup: container + ["route del default", "route add default via 198.51.100.1 metric 50"]
        + tunnel,
      first: Sight(ipv4: overTunnel),
      .init("link set v0 down", gives: Sight(ipv4: "underlayDown")),
      .unnoticed("addr add 172.17.0.9/16 dev w0"),
      .init("link set v0 up", gives: Sight(ipv4: overTunnel, generation: 2))
    ),
    Situation(
      "a VPN replaced the default and spares its endpoint, and the link under it goes twice",
      setup: container + tunnel + hostRoute,
      first: Sight(ipv4: overTunnel),
      .init("link set v1 down", gives: Sight(ipv4: "underlayDown")),
      .init("link set v1 up", gives: Sight(ipv4: overTunnel, generation: 2)),
      .init("link set v0 down", gives: Sight(ipv4: "underlayDown", generation: 2)),
      .init("link set v0 up", gives: Sight(ipv4: overTunnel, generation: 3)),
      .init("link set v1 down", gives: Sight(ipv4: "underlayDown", generation: 3))
    ),
    Situation(
      "a VPN has lost the link under it before anybody looked",
      setup: container + tunnel + hostRoute + ["link set v1 down"],
      first: Sight(ipv4: "underlayDown"),
      .init("link set v1 up", gives: Sight(ipv4: overTunnel, generation: 2))
    ),
    Situation(
      "the only uplink was set down before anybody looked",
      setup: tunnel + ["link set v0 down"],
      first: Sight(ipv4: "underlayDown"),
      .init("link set v0 up", gives: Sight(ipv4: overTunnel, generation: 2))
    ),
    Situation(
      "the link under a tun is deleted, and what carries the tun now is not here",
      setup: tunnel + hostRoute,
      first: Sight(ipv4: overTunnel),
      .init("link set v0 down", gives: Sight(ipv4: "underlayDown")),
      .init("link del v0", gives: Sight(ipv4: overTunnel, generation: 2))
    ),
    Situation(
      "the halves of a VPN cover a default that stays",
      setup: container + [
        "tuntap add t0 mode tun", "link set t0 up", .openTunnel("t0", isTap: false),
        "addr add 10.8.0.2/24 dev t0", "route add 0.0.0.0/1 dev t0", "route add 128.0.0.0/1 dev t0",
      ],
      first: Sight(ipv4: overTunnel),
      .init("link set v1 down", gives: Sight(ipv4: "underlayDown")),
      .init("link set v1 up", gives: Sight(ipv4: overTunnel, generation: 2))
    ),
    Situation(
      "IPv6 leaves by a tun that an IPv4 uplink carries",
      setup: [
        "tuntap add t0 mode tun", "link set t0 up", .openTunnel("t0", isTap: false),
        "addr add 2001:db8:8::2/64 dev t0 nodad", "-6 route add default dev t0",
      ],
      configure: { $0.families = [.ipv6] },
      first: Sight(ipv4: "disabled", ipv6: "t0 from 2001:db8:8::2"),
      .init("link set v1 down", gives: Sight(ipv4: "disabled", ipv6: "underlayDown")),
      .init(
        "link set v1 up",
        gives: Sight(ipv4: "disabled", ipv6: "t0 from 2001:db8:8::2", generation: 2)
      )
    ),
    Situation(
      "a tunnel has its underlay in another namespace",
      setup: hostRoute + [
        "link add t0 link-netns OTHER type vxlan id 5 dstport 4789 remote 192.0.2.1",
        "link set t0 up", "addr add 10.8.0.2/24 dev t0", "route add default via 10.8.0.1",
      ],
      first: Sight(ipv4: "t0 via 10.8.0.1 from 10.8.0.2"),
      .unnoticed("link set v1 down"),
      .unnoticed("link set v0 down"),
      .unnoticed("link set v0 up", "link set v1 up")
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
