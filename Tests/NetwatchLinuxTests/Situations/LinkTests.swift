import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

/// What links do: lose their carrier, are renamed, are replaced.
///
/// Skipped where this process may not make network namespaces.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .fewAtATime, .timeLimit(.minutes(2)))
struct LinkTests {
  @Test(arguments: Self.carriers)
  func `a link without a carrier is no way out`(_ situation: Situation) async throws {
    try await situation.play()
  }

  @Test(arguments: Self.identities)
  func `a link is known by its index`(_ situation: Situation) async throws {
    try await situation.play()
  }

  @Test(arguments: Self.filters)
  func `one interface alone can count`(_ situation: Situation) async throws {
    try await situation.play()
  }

  @Test func `a diagnosis names the link in use, and of a lost path the one that failed`()
    async throws
  {
    let sandbox = try await awaitThread { try NetworkSandbox.base() }
    try await sandbox.change(
      "link add w0 type veth peer name w1",
      "link set w0 up",
      "link set w1 up",
      "addr add 203.0.113.2/24 dev w0",
      "route replace default nexthop via 198.51.100.1 dev v0 nexthop via 203.0.113.1 dev w0",
      "link set v1 down"
    )
    try await Watch.run(.init(namespace: sandbox.namespace, lossDelay: .zero)) { watch in
      try await watch.state { $0.snapshot.ipv4.egress?.interfaceName == "w0" }
      #expect(await watch.manager.diagnose().links[.ipv4]?.name == "w0")
      try await sandbox.change("link set w1 down")
      try await watch.state { $0.level == .none }
      let link = await watch.manager.diagnose().links[.ipv4]
      #expect(link?.name == "v0")
      #expect(link?.isUsable == false)
    }
  }

  static let carriers: [Situation] = [
    Situation(
      "the other end of the wire is set down, and up",
      first: Sight(ipv4: ipv4OverV0),
      .init("link set v1 down", gives: Sight(ipv4: "noCarrier")),
      .init("link set v1 up", gives: Sight(ipv4: ipv4OverV0, generation: 2))
    ),
    Situation(
      "the other end of the wire is set down for both families",
      on: .dual,
      first: Sight(ipv4: ipv4OverV0, ipv6: ipv6OverV0),
      .init("link set v1 down", gives: Sight(ipv4: "noCarrier", ipv6: "noCarrier")),
      .init("link set v1 up", gives: Sight(ipv4: ipv4OverV0, ipv6: ipv6OverV0, generation: 2))
    ),
    Situation(
      "routes of a link without a carrier are ignored",
      setup: [
        .sysctl("net.ipv4.conf.all.ignore_routes_with_linkdown", "1"),
        .sysctl("net.ipv4.conf.v0.ignore_routes_with_linkdown", "1"),
      ],
      first: Sight(ipv4: ipv4OverV0),
      .init("link set v1 down", gives: Sight()),
      .init("link set v1 up", gives: Sight(ipv4: ipv4OverV0, generation: 2))
    ),
    Situation(
      "a link without a carrier is passed over for another one's default",
      on: .wide,
      setup: [
        .sysctl("net.ipv4.conf.v0.ignore_routes_with_linkdown", "1"), "-6 route del default",
        "route add default via 203.0.113.1 metric 50",
      ],
      first: Sight(ipv4: ipv4OverV0),
      .init(
        "link set v1 down",
        gives: Sight(ipv4: ipv4OverW0, generation: 2),
        mayPass: Sight(ipv4: "noCarrier")
      ),
      .init("link set v1 up", gives: Sight(ipv4: ipv4OverV0, generation: 3))
    ),
    Situation(
      "one leg of a multipath loses its carrier",
      on: .wide,
      setup: [
        "-6 route del default", "route del default",
        "route add default nexthop via 198.51.100.1 dev v0 nexthop via 203.0.113.1 dev w0",
      ],
      first: Sight(ipv4: ipv4OverV0),
      .init(
        "link set v1 down",
        gives: Sight(ipv4: ipv4OverW0, generation: 2),
        mayPass: Sight(ipv4: "noCarrier")
      ),
      .init("link set w1 down", gives: Sight(ipv4: "noCarrier", generation: 2)),
      .init("link set w1 up", gives: Sight(ipv4: ipv4OverW0, generation: 3))
    ),
    Situation(
      "a link is dormant, as while it authenticates, and then ready",
      first: Sight(ipv4: ipv4OverV0),
      .init("link set v0 state dormant", gives: Sight(ipv4: "noCarrier")),
      .init("link set v0 state up", gives: Sight(ipv4: ipv4OverV0, generation: 2))
    ),
    Situation(
      "a bridge leads out, and loses its last port",
      on: .bare,
      setup: [
        "link add v0 type veth peer name v1", "link add br0 type bridge", "link set v0 master br0",
        "link set v0 up", "link set v1 up", "link set br0 up",
        "addr add 198.51.100.2/24 dev br0", "route add default via 198.51.100.1",
      ],
      first: Sight(ipv4: "br0 via 198.51.100.1 from 198.51.100.2"),
      .init("link set v0 nomaster", gives: Sight(ipv4: "noCarrier")),
      .init(
        "link set v0 master br0",
        gives: Sight(ipv4: "br0 via 198.51.100.1 from 198.51.100.2", generation: 2)
      )
    ),
    Situation(
      "the wire behind a bridge's only port is cut",
      on: .bare,
      setup: [
        "link add v0 type veth peer name v1", "link add br0 type bridge", "link set v0 master br0",
        "link set v0 up", "link set v1 up", "link set br0 up",
        "addr add 198.51.100.2/24 dev br0", "route add default via 198.51.100.1",
      ],
      first: Sight(ipv4: "br0 via 198.51.100.1 from 198.51.100.2"),
      .init("link set v1 down", gives: Sight(ipv4: "noCarrier"))
    ),
    Situation(
      "a bridge keeps another port",
      on: .bare,
      setup: [
        "link add v0 type veth peer name v1", "link add w0 type veth peer name w1",
        "link add br0 type bridge", "link set v0 master br0", "link set w0 master br0",
        "link set v0 up", "link set v1 up", "link set w0 up", "link set w1 up", "link set br0 up",
        "addr add 198.51.100.2/24 dev br0", "route add default via 198.51.100.1",
      ],
      first: Sight(ipv4: "br0 via 198.51.100.1 from 198.51.100.2"),
      .unnoticed("link del w0")
    ),
  ]

  static let identities: [Situation] = [
    Situation(
      "the link is renamed while it is up",
      first: Sight(ipv4: ipv4OverV0),
      .init(
        "link set v0 name uplink",
        gives: Sight(ipv4: "uplink via 198.51.100.1 from 198.51.100.2")
      )
    ),
    Situation(
      "properties of the link change that lead nowhere else",
      first: Sight(ipv4: ipv4OverV0),
      .unnoticed("link set v0 mtu 1400"),
      .unnoticed("link set v0 alias uplink"),
      .unnoticed("link set v0 promisc on"),
      .unnoticed("link set lo down")
    ),
    Situation(
      "another link is renamed",
      first: Sight(ipv4: ipv4OverV0),
      .unnoticed("link set v1 name peer")
    ),
    Situation(
      "the link is deleted and made again with the same name before the loss is told",
      configure: { $0.lossDelay = .seconds(20) },
      first: Sight(ipv4: ipv4OverV0),
      .init(
        "link del v0",
        "link add v0 type veth peer name v1",
        "link set v0 up",
        "link set v1 up",
        "addr add 198.51.100.2/24 dev v0",
        "route add default via 198.51.100.1",
        gives: Sight(ipv4: ipv4OverV0, generation: 2)
      )
    ),
    Situation(
      "the link is deleted and made again with the same index and name before the loss is told",
      on: .bare,
      setup: [
        "link add v0 index 1000 type veth peer name v1 index 1001", "link set v0 up",
        "link set v1 up", "addr add 198.51.100.2/24 dev v0", "route add default via 198.51.100.1",
      ],
      configure: { $0.lossDelay = .seconds(20) },
      first: Sight(ipv4: ipv4OverV0),
      .init(
        "link del v0",
        "link add v0 index 1000 type veth peer name v1 index 1001",
        "link set v0 up",
        "link set v1 up",
        "addr add 198.51.100.2/24 dev v0",
        "route add default via 198.51.100.1",
        gives: Sight(ipv4: ipv4OverV0, generation: 2)
      )
    ),
    Situation(
      "the link joins a bridge and leaves it, which the kernel calls a deletion too",
      setup: ["link add br0 type bridge", "link set br0 up", "link set v0 master br0"],
      first: Sight(ipv4: ipv4OverV0),
      .unnoticed("link set v0 nomaster"),
      .unnoticed("link set v0 master br0")
    ),
    Situation(
      "an unrelated link is deleted and made again",
      setup: ["link add x0 type veth peer name x1"],
      configure: { $0.lossDelay = .seconds(20) },
      first: Sight(ipv4: ipv4OverV0),
      .unnoticed("link del x0", "link add x0 type veth peer name x1", "link set x0 up")
    ),
  ]

  static let filters: [Situation] = [
    Situation(
      "a better default elsewhere does not count, and its loss neither",
      on: .wide,
      setup: [
        "-6 route del default", "route del default",
        "route add default via 198.51.100.1 metric 100",
        "route add default via 203.0.113.1 metric 50",
      ],
      configure: { $0.interface = "v0" },
      first: Sight(ipv4: ipv4OverV0),
      .unnoticed("link set w0 down"),
      .init("route del default via 198.51.100.1", gives: Sight())
    ),
    Situation(
      "the interface has no default of its own, but another one has",
      on: .wide,
      configure: { $0.interface = "w0" },
      first: Sight(),
      .init(
        "route add default via 203.0.113.1 metric 50",
        gives: Sight(ipv4: ipv4OverW0, generation: 2)
      )
    ),
    Situation(
      "the interface vanishes, and one of its name comes back",
      configure: { $0.interface = "v0" },
      first: Sight(ipv4: ipv4OverV0),
      .init("link del v0", gives: Sight(ipv4: "linkDown", ipv6: "linkDown")),
      .init("link add v0 type veth peer name v1", gives: Sight()),
      .unnoticed("link set v0 up", "link set v1 up", "addr add 198.51.100.2/24 dev v0"),
      .init("route add default via 198.51.100.1", gives: Sight(ipv4: ipv4OverV0, generation: 2))
    ),
    Situation(
      "the interface is renamed, and still counts",
      configure: { $0.interface = "v0" },
      first: Sight(ipv4: ipv4OverV0),
      .init(
        "link set v0 name uplink",
        gives: Sight(ipv4: "uplink via 198.51.100.1 from 198.51.100.2")
      ),
      .init("link set uplink down", gives: Sight())
    ),
  ]
}
