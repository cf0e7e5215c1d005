import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

/// The ways in which a default route goes, most of them without a message that names it.
///
/// Skipped where this process may not make network namespaces.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .fewAtATime, .timeLimit(.minutes(2)))
struct LossOfDefaultTests {
  @Test(arguments: Self.ipv4Losses)
  func `the loss of an IPv4 default is noticed`(_ situation: Situation) async throws {
    try await situation.play()
  }

  @Test(arguments: Self.ipv6Losses)
  func `the loss of an IPv6 default is noticed`(_ situation: Situation) async throws {
    try await situation.play()
  }

  /// The kernel parameter keeps the kernel from telling about IPv6 routes that go with their link.
  ///
  /// Skipped in a user namespace, which has no parameters of IPv6's routes.
  @Test(.enabled(if: Self.hasIPv6RouteParameters), arguments: Self.ipv6LinkLosses)
  func `the loss of an IPv6 default of which the kernel says nothing is noticed`(
    _ situation: Situation
  ) async throws {
    var situation = situation
    situation.setup.insert(.sysctl("net.ipv6.route.skip_notify_on_dev_down", "1"), at: 0)
    try await situation.play()
  }

  /// Skipped in a user namespace, which has no parameters of IPv6's routes.
  @Test(.enabled(if: Self.hasIPv6RouteParameters))
  func `the end of the lifetime that a router gave a default is noticed`() async throws {
    try await Situation(
      "the lifetime that a router gave the route ends",
      on: .dual,
      setup: [
        "route del default", .sysctl("net.ipv6.route.gc_interval", "1"),
        "-6 route replace default via 2001:db8:51::1 dev v0 expires 2",
      ],
      first: Sight(ipv6: ipv6OverV0),
      .init(gives: Sight())
    ).play()
  }

  private static let hasIPv6RouteParameters =
    (try? NetworkSandbox().sysctl("net.ipv6.route.gc_interval", "30")) != nil

  @Test(arguments: Self.independence)
  func `each family has its own verdict`(_ situation: Situation) async throws {
    try await situation.play()
  }

  static let ipv4Losses: [Situation] = [
    Situation(
      "the route is deleted",
      first: Sight(ipv4: ipv4OverV0),
      .init("route del default", gives: Sight())
    ),
    Situation(
      "the link is set down",
      first: Sight(ipv4: ipv4OverV0),
      .init("link set v0 down", gives: Sight())
    ),
    Situation(
      "the link is deleted",
      first: Sight(ipv4: ipv4OverV0),
      .init("link del v0", gives: Sight())
    ),
    Situation(
      "the link moves to another namespace",
      first: Sight(ipv4: ipv4OverV0),
      .init("link set v0 netns OTHER", gives: Sight())
    ),
    Situation(
      "the last address of the link is removed",
      first: Sight(ipv4: ipv4OverV0),
      .init("addr del 198.51.100.2/24 dev v0", gives: Sight())
    ),
    Situation(
      "the nexthop object is deleted",
      on: .bare,
      setup: [
        "link add v0 type veth peer name v1", "link set v0 up", "link set v1 up",
        "addr add 198.51.100.2/24 dev v0", "nexthop add id 7 via 198.51.100.1 dev v0",
        "route add default nhid 7",
      ],
      first: Sight(ipv4: ipv4OverV0),
      .init("nexthop del id 7", gives: Sight())
    ),
    Situation(
      "the interface is set down, up, and gets its default back (exactly two changes)",
      first: Sight(ipv4: ipv4OverV0),
      .init("link set v0 down", gives: Sight()),
      .unnoticed("link set v0 up"),
      .init("route add default via 198.51.100.1", gives: Sight(ipv4: ipv4OverV0, generation: 2))
    ),
  ]

  static let ipv6LinkLosses: [Situation] = [
    Situation(
      "the link is set down",
      on: .dual,
      setup: ["route del default"],
      first: Sight(ipv6: ipv6OverV0),
      .init("link set v0 down", gives: Sight())
    ),
    Situation(
      "the link is deleted",
      on: .dual,
      setup: ["route del default"],
      first: Sight(ipv6: ipv6OverV0),
      .init("link del v0", gives: Sight())
    ),
    Situation(
      "the link moves to another namespace",
      on: .dual,
      setup: ["route del default"],
      first: Sight(ipv6: ipv6OverV0),
      .init("link set v0 netns OTHER", gives: Sight())
    ),
  ]

  static let ipv6Losses: [Situation] =
    ipv6LinkLosses + [
      Situation(
        "the route is deleted",
        on: .dual,
        setup: ["route del default"],
        first: Sight(ipv6: ipv6OverV0),
        .init("-6 route del default", gives: Sight())
      ),
      Situation(
        "the last global address is removed, and the route stays",
        on: .dual,
        setup: ["route del default"],
        first: Sight(ipv6: ipv6OverV0),
        .init("addr del 2001:db8:51::2/64 dev v0", gives: Sight(ipv6: "noAddress"))
      ),
      Situation(
        "the nexthop object is deleted",
        on: .dual,
        setup: [
          "route del default", "-6 route del default",
          "nexthop add id 7 via 2001:db8:51::1 dev v0", "-6 route add default nhid 7",
        ],
        first: Sight(ipv6: ipv6OverV0),
        .init("nexthop del id 7", gives: Sight())
      ),
      Situation(
        "the family is disabled on the link, and enabled again with nothing left",
        on: .dual,
        setup: ["route del default"],
        first: Sight(ipv6: ipv6OverV0),
        .init(.sysctl("net.ipv6.conf.v0.disable_ipv6", "1"), gives: Sight()),
        .unnoticed(.sysctl("net.ipv6.conf.v0.disable_ipv6", "0"))
      ),
      Situation(
        "the family is disabled everywhere",
        on: .dual,
        setup: ["route del default"],
        first: Sight(ipv6: ipv6OverV0),
        .init(.sysctl("net.ipv6.conf.all.disable_ipv6", "1"), gives: Sight())
      ),
    ]

  static let independence: [Situation] = [
    Situation(
      "IPv4 goes and comes back while IPv6 stays",
      on: .dual,
      first: Sight(ipv4: ipv4OverV0, ipv6: ipv6OverV0),
      .init("route del default", gives: Sight(ipv6: ipv6OverV0)),
      .init(
        "route add default via 198.51.100.1",
        gives: Sight(ipv4: ipv4OverV0, ipv6: ipv6OverV0, generation: 2)
      )
    ),
    Situation(
      "IPv6 is disabled while IPv4 stays",
      on: .dual,
      first: Sight(ipv4: ipv4OverV0, ipv6: ipv6OverV0),
      .init(.sysctl("net.ipv6.conf.v0.disable_ipv6", "1"), gives: Sight(ipv4: ipv4OverV0))
    ),
    Situation(
      "only IPv6 counts",
      on: .dual,
      configure: { $0.families = [.ipv6] },
      first: Sight(ipv4: "disabled", ipv6: ipv6OverV0),
      .unnoticed("route del default"),
      .init("-6 route del default", gives: Sight(ipv4: "disabled"))
    ),
    Situation(
      "only IPv4 counts",
      on: .dual,
      configure: { $0.families = [.ipv4] },
      first: Sight(ipv4: ipv4OverV0, ipv6: "disabled"),
      .unnoticed("-6 route del default"),
      .init("route del default", gives: Sight(ipv6: "disabled"))
    ),
  ]
}
