import NetwatchCore
import NetwatchTestSupport
import Testing

/// What addresses do: are not usable yet, or only on the link, or are announced again and again.
///
/// Skipped where this process may not make network namespaces.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .fewAtATime, .timeLimit(.minutes(2)))
struct AddressTests {
  @Test(arguments: Self.usability)
  func `an address has to be usable beyond the link`(_ situation: Situation) async throws {
    try await situation.play()
  }

  @Test(arguments: Self.repetitions)
  func `an address that is announced again is no news`(_ situation: Situation) async throws {
    try await situation.play()
  }

  @Test(arguments: Self.sources)
  func `another source address is the same path`(_ situation: Situation) async throws {
    try await situation.play()
  }

  static let usability: [Situation] = [
    Situation(
      "an IPv6 address is checked for duplicates before it is usable",
      setup: [
        "route del default", "-6 route add default via fe80::1 dev v0",
        .sysctl("net.ipv6.neigh.v0.retrans_time_ms", "2000"),
      ],
      first: Sight(ipv6: "noAddress"),
      .unnoticed("addr add 2001:db8:51::2/64 dev v0"),
      .init(gives: Sight(ipv6: "v0 via fe80::1 from 2001:db8:51::2", generation: 2))
    ),
    Situation(
      "an IPv6 address turns out to be taken",
      on: .bare,
      setup: [
        "link add v0 type veth peer name v1 netns OTHER", .ipInOther("link set v1 up"),
        .ipInOther("addr add 2001:db8:51::2/64 dev v1 nodad"), "link set v0 up",
        "-6 route add default via fe80::1 dev v0",
      ],
      first: Sight(ipv6: "noAddress"),
      .unnoticed("addr add 2001:db8:51::2/64 dev v0")
    ),
    Situation(
      "the lifetime of the only address ends",
      first: Sight(ipv4: ipv4OverV0),
      .init("addr change 198.51.100.2/24 dev v0 valid_lft 1 preferred_lft 1", gives: Sight())
    ),
    Situation(
      "an IPv4 address for the link only",
      setup: ["route del default", "addr flush dev v0"],
      first: Sight(),
      .unnoticed("addr add 169.254.7.7/16 dev v0"),
      .init("route add default via 169.254.1.1", gives: Sight(ipv4: "noAddress")),
      .unnoticed("addr add 198.51.100.2/24 dev v0"),
      .init(
        "route replace default via 198.51.100.1",
        gives: Sight(ipv4: ipv4OverV0, generation: 2)
      )
    ),
    Situation(
      "an IPv6 address for the link only",
      setup: ["route del default"],
      first: Sight(),
      .init("-6 route add default via fe80::1 dev v0", gives: Sight(ipv6: "noAddress")),
      .init(
        "addr add 2001:db8:51::2/64 dev v0 nodad",
        gives: Sight(ipv6: "v0 via fe80::1 from 2001:db8:51::2", generation: 2)
      )
    ),
  ]

  static let repetitions: [Situation] = [
    Situation(
      "an IPv6 address with new lifetimes, as routers announce it",
      on: .dual,
      first: Sight(ipv4: ipv4OverV0, ipv6: ipv6OverV0),
      .unnoticed("addr change 2001:db8:51::2/64 dev v0 nodad valid_lft 4000 preferred_lft 2000"),
      .unnoticed("addr change 2001:db8:51::2/64 dev v0 nodad valid_lft 4001 preferred_lft 2001"),
      .unnoticed("addr change 2001:db8:51::2/64 dev v0 nodad valid_lft 4002 preferred_lft 2002")
    ),
    Situation(
      "an IPv4 address with new lifetimes, as a lease renews it",
      first: Sight(ipv4: ipv4OverV0),
      .unnoticed("addr change 198.51.100.2/24 dev v0 valid_lft 4000 preferred_lft 2000"),
      .unnoticed("addr change 198.51.100.2/24 dev v0 valid_lft 4001 preferred_lft 2001")
    ),
    Situation(
      "a default with a new lifetime, as routers announce it",
      on: .dual,
      setup: ["-6 route replace default via 2001:db8:51::1 dev v0 expires 1000"],
      first: Sight(ipv4: ipv4OverV0, ipv6: ipv6OverV0),
      .unnoticed("-6 route replace default via 2001:db8:51::1 dev v0 expires 1001")
    ),
    Situation(
      "a second address comes and goes",
      first: Sight(ipv4: ipv4OverV0),
      .unnoticed("addr add 203.0.113.2/24 dev v0"),
      .unnoticed("addr del 203.0.113.2/24 dev v0")
    ),
  ]

  static let sources: [Situation] = [
    Situation(
      "the default prefers another source address",
      setup: ["addr add 198.51.100.3/24 dev v0"],
      first: Sight(ipv4: ipv4OverV0),
      .init(
        "route replace default via 198.51.100.1 src 198.51.100.3",
        gives: Sight(ipv4: "v0 via 198.51.100.1 from 198.51.100.3")
      )
    ),
    Situation(
      "the last address of the gateway's subnet goes, and one of another subnet stays",
      setup: ["addr add 203.0.113.2/24 dev v0"],
      first: Sight(ipv4: ipv4OverV0),
      .init(
        "addr del 198.51.100.2/24 dev v0",
        gives: Sight(ipv4: "v0 via 198.51.100.1 from 203.0.113.2")
      )
    ),
    Situation(
      "the first address goes, and the second is promoted",
      setup: [
        .sysctl("net.ipv4.conf.all.promote_secondaries", "1"), "addr add 198.51.100.3/24 dev v0",
      ],
      first: Sight(ipv4: ipv4OverV0),
      .init(
        "addr del 198.51.100.2/24 dev v0",
        gives: Sight(ipv4: "v0 via 198.51.100.1 from 198.51.100.3")
      )
    ),
    Situation(
      "an IPv6 address is replaced by another one",
      on: .dual,
      setup: ["route del default"],
      first: Sight(ipv6: ipv6OverV0),
      .init(
        "addr add 2001:db8:51::3/64 dev v0 nodad",
        gives: Sight(ipv6: "v0 via 2001:db8:51::1 from 2001:db8:51::3")
      ),
      .unnoticed("addr del 2001:db8:51::2/64 dev v0")
    ),
  ]
}
