import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

/// Routes that lead several ways, and ways that several routes share.
///
/// Skipped where this process may not make network namespaces.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .fewAtATime, .timeLimit(.minutes(2)))
struct LegTests {
  @Test(arguments: Self.nexthops)
  func `a route can have several legs`(_ situation: Situation) async throws {
    try await situation.play()
  }

  @Test(arguments: Self.parts)
  func `a part of the address space can be all there is`(_ situation: Situation) async throws {
    try await situation.play()
  }

  static let nexthops: [Situation] = [
    Situation(
      "a multipath loses one leg and then the other",
      on: .wide,
      setup: [
        "-6 route del default", "route del default",
        "route add default nexthop via 198.51.100.1 dev v0 nexthop via 203.0.113.1 dev w0",
      ],
      first: Sight(ipv4: ipv4OverV0),
      .init("link set v0 down", gives: Sight(ipv4: ipv4OverW0, generation: 2)),
      .init("link set w0 down", gives: Sight(generation: 2))
    ),
    Situation(
      "a multipath whose second leg goes stays what it was",
      on: .wide,
      setup: [
        "-6 route del default", "route del default",
        "route add default nexthop via 198.51.100.1 dev v0 nexthop via 203.0.113.1 dev w0",
      ],
      first: Sight(ipv4: ipv4OverV0),
      .unnoticed("link set w0 down")
    ),
    Situation(
      "an IPv6 multipath loses one leg and then the other",
      on: .wide,
      setup: [
        "-6 route del default", "route del default",
        """
        -6 route add default nexthop via 2001:db8:51::1 dev v0 nexthop via 2001:db8:113::1 dev w0
        """,
      ],
      first: Sight(ipv6: ipv6OverV0),
      .init("link set v0 down", gives: Sight(ipv6: ipv6OverW0, generation: 2)),
      .init("link set w0 down", gives: Sight(generation: 2))
    ),
    Situation(
      "an IPv6 multipath keeps its first leg while others come and go",
      on: .wide,
      setup: [
        "-6 route del default", "route del default",
        "-6 route add default via 2001:db8:51::1 dev v0",
      ],
      first: Sight(ipv6: ipv6OverV0),
      .unnoticed("-6 route append default via 2001:db8:113::1 dev w0"),
      .unnoticed("-6 route append default via 2001:db8:113::9 dev w0"),
      .unnoticed("-6 route append default via 2001:db8:113::a dev w0"),
      .unnoticed("-6 route del default via 2001:db8:113::1 dev w0"),
      .unnoticed("-6 route del default via 2001:db8:113::9 dev w0")
    ),
    Situation(
      "a group of nexthop objects loses one member and then the other",
      on: .wide,
      setup: [
        "-6 route del default", "route del default", "nexthop add id 1 via 198.51.100.1 dev v0",
        "nexthop add id 2 via 203.0.113.1 dev w0", "nexthop add id 10 group 1/2",
        "route add default nhid 10",
      ],
      first: Sight(ipv4: ipv4OverV0),
      .init("nexthop del id 1", gives: Sight(ipv4: ipv4OverW0, generation: 2)),
      .init("nexthop del id 2", gives: Sight(generation: 2))
    ),
    Situation(
      "a nexthop object is replaced under its route",
      on: .wide,
      setup: [
        "-6 route del default", "route del default", "nexthop add id 1 via 198.51.100.1 dev v0",
        "route add default nhid 1",
      ],
      first: Sight(ipv4: ipv4OverV0),
      .init(
        "nexthop replace id 1 via 203.0.113.1 dev w0",
        gives: Sight(ipv4: ipv4OverW0, generation: 2)
      )
    ),
    Situation(
      "routes name nexthop objects only by their number",
      on: .wide,
      setup: [
        .sysctl("net.ipv4.nexthop_compat_mode", "0"), "-6 route del default", "route del default",
        "nexthop add id 1 via 198.51.100.1 dev v0", "nexthop add id 2 via 203.0.113.1 dev w0",
        "nexthop add id 10 group 1/2", "route add default nhid 10",
      ],
      first: Sight(ipv4: ipv4OverV0),
      .init("nexthop replace id 10 group 2", gives: Sight(ipv4: ipv4OverW0, generation: 2)),
      .init("nexthop del id 10", gives: Sight(generation: 2))
    ),
    Situation(
      "IPv6 routes name nexthop objects only by their number",
      on: .wide,
      setup: [
        .sysctl("net.ipv4.nexthop_compat_mode", "0"), "-6 route del default", "route del default",
        "nexthop add id 1 via 2001:db8:51::1 dev v0",
        "nexthop add id 2 via 2001:db8:113::1 dev w0", "nexthop add id 10 group 1/2",
        "-6 route add default nhid 10",
      ],
      first: Sight(ipv6: ipv6OverV0),
      .init("nexthop replace id 10 group 2", gives: Sight(ipv6: ipv6OverW0, generation: 2)),
      .init("nexthop del id 10", gives: Sight(generation: 2))
    ),
    Situation(
      "a nexthop object is a black hole",
      setup: ["route del default", "nexthop add id 7 blackhole"],
      first: Sight(),
      .init("route add default nhid 7", gives: Sight(ipv4: "blackhole"))
    ),
    Situation(
      "a nexthop object is a black hole, named only by its number",
      setup: [
        .sysctl("net.ipv4.nexthop_compat_mode", "0"), "route del default",
        "nexthop add id 7 blackhole",
      ],
      first: Sight(),
      .init("route add default nhid 7", gives: Sight(ipv4: "blackhole"))
    ),
  ]

  static let parts: [Situation] = [
    Situation(
      "two halves over another link take the place of the default, and one goes",
      on: .wide,
      setup: ["-6 route del default", "route add 128.0.0.0/1 via 203.0.113.1"],
      first: Sight(ipv4: ipv4OverV0),
      .init("route add 0.0.0.0/1 via 203.0.113.1", gives: Sight(ipv4: ipv4OverW0, generation: 2)),
      .init("route del 0.0.0.0/1", gives: Sight(ipv4: ipv4OverV0, generation: 3))
    ),
    Situation(
      "two halves without a default lose one and then the other",
      on: .wide,
      setup: [
        "-6 route del default", "route del default", "route add 0.0.0.0/1 via 203.0.113.1",
        "route add 128.0.0.0/1 via 203.0.113.1",
      ],
      first: Sight(ipv4: ipv4OverW0),
      .unnoticed("route del 0.0.0.0/1"),
      .init("route del 128.0.0.0/1", gives: Sight())
    ),
    Situation(
      "IPv6 halves take the place of the default",
      on: .wide,
      setup: ["route del default"],
      first: Sight(ipv6: ipv6OverV0),
      .unnoticed("-6 route add 8000::/1 via 2001:db8:113::1 dev w0"),
      .init(
        "-6 route add ::/1 via 2001:db8:113::1 dev w0",
        gives: Sight(ipv6: ipv6OverW0, generation: 2)
      ),
      .init("-6 route del ::/1", gives: Sight(ipv6: ipv6OverV0, generation: 3))
    ),
    Situation(
      "the only route that covers the lookup address goes, and comes back",
      setup: ["route del default", "route add 10.0.0.0/8 via 198.51.100.1"],
      configure: { $0.lookupAddresses = [.literal("10.9.8.7")] },
      first: Sight(ipv4: ipv4OverV0, ipv6: "disabled"),
      .init("route del 10.0.0.0/8", gives: Sight(ipv6: "disabled")),
      .unnoticed("route add 11.0.0.0/8 via 198.51.100.1"),
      .init(
        "route add 10.0.0.0/8 via 198.51.100.1",
        gives: Sight(ipv4: ipv4OverV0, ipv6: "disabled", generation: 2)
      )
    ),
    Situation(
      "the only IPv6 route that covers the lookup address goes",
      on: .dual,
      setup: [
        "-6 route del default", "-6 route add 2001:db8:7700::/40 via 2001:db8:51::1 dev v0",
      ],
      configure: { $0.lookupAddresses = [.literal("2001:db8:7777::1")] },
      first: Sight(ipv4: "disabled", ipv6: ipv6OverV0),
      .unnoticed("-6 route add 2001:db8:6600::/40 via 2001:db8:51::1 dev v0"),
      .init("-6 route del 2001:db8:7700::/40", gives: Sight(ipv4: "disabled"))
    ),
    Situation(
      "a built-in address is covered by a route of its own",
      setup: ["route del default"],
      first: Sight(),
      .init(
        "route add 193.0.0.0/16 via 198.51.100.1",
        gives: Sight(ipv4: ipv4OverV0, generation: 2)
      ),
      .init("route del 193.0.0.0/16", gives: Sight(generation: 2))
    ),
  ]
}
