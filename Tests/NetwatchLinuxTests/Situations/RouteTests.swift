import NetwatchCore
import NetwatchTestSupport
import Testing

/// What the kernel would do with a packet, whatever its routes look like.
///
/// Skipped where this process may not make network namespaces.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .fewAtATime, .timeLimit(.minutes(2)))
struct RouteTests {
  @Test(arguments: Self.defaults)
  func `the default that wins decides`(_ situation: Situation) async throws {
    try await situation.play()
  }

  @Test(arguments: Self.rules)
  func `rules and tables count as the kernel applies them`(_ situation: Situation) async throws {
    try await situation.play()
  }

  @Test(arguments: Self.kinds)
  func `a route that refuses is no way out`(_ situation: Situation) async throws {
    try await situation.play()
  }

  static let defaults: [Situation] = [
    Situation(
      "a second default with a better metric takes over, and goes again",
      on: .wide,
      setup: ["route del default", "route add default via 198.51.100.1 metric 100"],
      first: Sight(ipv4: ipv4OverV0, ipv6: ipv6OverV0),
      .init(
        "route add default via 203.0.113.1 metric 50",
        gives: Sight(ipv4: ipv4OverW0, ipv6: ipv6OverV0, generation: 2)
      ),
      .init(
        "route del default via 203.0.113.1 metric 50",
        gives: Sight(ipv4: ipv4OverV0, ipv6: ipv6OverV0, generation: 3)
      )
    ),
    Situation(
      "a second default with a worse metric is nothing until the first goes",
      on: .wide,
      first: Sight(ipv4: ipv4OverV0, ipv6: ipv6OverV0),
      .unnoticed("route add default via 203.0.113.1 metric 50"),
      .init(
        "route del default via 198.51.100.1",
        gives: Sight(ipv4: ipv4OverW0, ipv6: ipv6OverV0, generation: 2)
      )
    ),
    Situation(
      "an IPv6 default with a better metric takes over, and goes with its link",
      on: .wide,
      first: Sight(ipv4: ipv4OverV0, ipv6: ipv6OverV0),
      .init(
        "-6 route add default via 2001:db8:113::1 dev w0 metric 50",
        gives: Sight(ipv4: ipv4OverV0, ipv6: ipv6OverW0, generation: 2)
      ),
      .init("link set w0 down", gives: Sight(ipv4: ipv4OverV0, ipv6: ipv6OverV0, generation: 3))
    ),
    Situation(
      "the metric of the same default is no news",
      first: Sight(ipv4: ipv4OverV0),
      .unnoticed("route add default via 198.51.100.1 metric 5", "route del default metric 0")
    ),
    Situation(
      "another gateway on the same link is another path",
      first: Sight(ipv4: ipv4OverV0),
      .init(
        "route replace default via 198.51.100.9",
        gives: Sight(ipv4: "v0 via 198.51.100.9 from 198.51.100.2", generation: 2)
      )
    ),
    Situation(
      "IPv4 leaves by an IPv6 gateway",
      on: .dual,
      setup: ["route del default"],
      first: Sight(ipv6: ipv6OverV0),
      .init(
        "-4 route add default via inet6 2001:db8:51::1 dev v0",
        gives: Sight(
          ipv4: "v0 via 2001:db8:51::1 from 198.51.100.2",
          ipv6: ipv6OverV0,
          generation: 2
        )
      ),
      .init("-4 route del default", gives: Sight(ipv6: ipv6OverV0, generation: 2))
    ),
    Situation(
      "a default has no gateway at all",
      setup: ["route del default"],
      first: Sight(),
      .init(
        "route add default dev v0",
        gives: Sight(ipv4: "v0 from 198.51.100.2", generation: 2)
      )
    ),
  ]

  static let rules: [Situation] = [
    Situation(
      "a rule leads to the only default, and goes",
      setup: ["route del default", "route add default via 198.51.100.1 table 100"],
      first: Sight(),
      .init("rule add pref 1000 lookup 100", gives: Sight(ipv4: ipv4OverV0, generation: 2)),
      .init("rule del pref 1000", gives: Sight(generation: 2))
    ),
    Situation(
      "the default of a rule's table goes and comes",
      setup: [
        "route del default", "route add default via 198.51.100.1 table 100",
        "rule add pref 1000 lookup 100",
      ],
      first: Sight(ipv4: ipv4OverV0),
      .init("route del default table 100", gives: Sight()),
      .init(
        "route add default via 198.51.100.1 table 100",
        gives: Sight(ipv4: ipv4OverV0, generation: 2)
      )
    ),
    Situation(
      "a rule for marked packets does not count",
      setup: ["route del default", "route add default via 198.51.100.1 table 100"],
      first: Sight(),
      .unnoticed("rule add pref 1000 fwmark 7 lookup 100")
    ),
    Situation(
      "a rule that refuses comes before the default, and goes",
      first: Sight(ipv4: ipv4OverV0),
      .init("rule add pref 1000 prohibit", gives: Sight(ipv4: "prohibited")),
      .init("rule del pref 1000", gives: Sight(ipv4: ipv4OverV0, generation: 2))
    ),
    Situation(
      "an IPv6 rule leads to the only default",
      on: .dual,
      setup: [
        "route del default", "-6 route del default",
        "-6 route add default via 2001:db8:51::1 dev v0 table 100",
      ],
      first: Sight(),
      .init("-6 rule add pref 1000 lookup 100", gives: Sight(ipv6: ipv6OverV0, generation: 2)),
      .init("-6 rule del pref 1000", gives: Sight(generation: 2))
    ),
  ]

  static let kinds: [Situation] =
    [("prohibit", "prohibited"), ("blackhole", "blackhole"), ("unreachable", "unreachable")]
    .flatMap { kind, reason in
      [
        Situation(
          "an IPv4 \(kind) route wins over the default, and goes",
          setup: ["route del default", "route add default via 198.51.100.1 metric 100"],
          first: Sight(ipv4: ipv4OverV0),
          .init("route add \(kind) default", gives: Sight(ipv4: reason)),
          .init("route del \(kind) default", gives: Sight(ipv4: ipv4OverV0, generation: 2))
        ),
        Situation(
          "an IPv6 \(kind) route wins over the default, and goes",
          on: .dual,
          setup: ["route del default"],
          first: Sight(ipv6: ipv6OverV0),
          .init("-6 route add \(kind) default metric 5", gives: Sight(ipv6: reason)),
          .init(
            "-6 route del \(kind) default metric 5",
            gives: Sight(ipv6: ipv6OverV0, generation: 2)
          )
        ),
      ]
    } + [
      Situation(
        "a throw route in a rule's table leads on to the main table",
        setup: ["route add throw default table 100", "rule add pref 1000 lookup 100"],
        first: Sight(ipv4: ipv4OverV0),
        .init("route del default", gives: Sight()),
        .init("route add default via 198.51.100.1", gives: Sight(ipv4: ipv4OverV0, generation: 2))
      ),
      Situation(
        "a throw route in the main table is no route",
        setup: ["route del default", "route add default via 198.51.100.1 metric 100"],
        first: Sight(ipv4: ipv4OverV0),
        .init("route add throw default", gives: Sight())
      ),
    ]
}
