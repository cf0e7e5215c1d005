import CLinux
import Glibc
import NetwatchCore
import NetwatchNetlink
import NetwatchTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .needsNamespaces) struct RouteLookupTests {
  private let ipv4 = IPAddress(ipv4: 0xCB00_7101)  // 203.0.113.1
  private let ipv6 = IPAddress(ipv6: 0x2001_0DB8_0000_0000, 0x80)
  private let gateway = IPAddress(ipv4: 0xC000_02FE)  // 192.0.2.254
  private let linkLocal = IPAddress(ipv6: 0xFE80 << 48, 1)

  @Test func `a default route names its interface, gateway, table and metric`() throws {
    let namespace = try routed("route add default via 192.0.2.254 metric 50")
    var socket = try QuerySocket.open(in: namespace.namespace)
    let entry = try entry(&socket, RouteQuery(destination: ipv4, fibMatch: true))
    let index = try #require(try socket.link(named: "v0")).index
    #expect(entry.leg == RouteLeg(interface: index, gateway: gateway))
    #expect(entry.otherLegs == [])
    #expect(entry.type == 1)
    #expect(entry.table == 254)
    #expect(entry.metric == 50)
    #expect(entry.source == nil)
  }

  @Test func `a lookup bound to an interface gives the source address`() throws {
    let namespace = try routed("route add default via 192.0.2.254")
    var socket = try QuerySocket.open(in: namespace.namespace)
    let index = try #require(try socket.link(named: "v0")).index
    let entry = try entry(&socket, RouteQuery(destination: ipv4, interface: index))
    #expect(entry.source == IPAddress(ipv4: 0xC000_0201))
    #expect(entry.leg?.gateway == gateway)
  }

  @Test func `an IPv6 route is described like one of IPv4`() throws {
    let namespace = try routed(
      "addr add 2001:db8:1::1/64 dev v0 nodad",
      "-6 route add default via fe80::1 dev v0"
    )
    var socket = try QuerySocket.open(in: namespace.namespace)
    let index = try #require(try socket.link(named: "v0")).index
    let match = try entry(&socket, RouteQuery(destination: ipv6, fibMatch: true))
    #expect(match.leg == RouteLeg(interface: index, gateway: linkLocal))
    #expect(match.table == 254)
    let plain = try entry(&socket, RouteQuery(destination: ipv6, interface: index))
    #expect(plain.source == IPAddress(ipv6: 0x2001_0DB8_0001_0000, 1))
  }

  @Test(arguments: [
    ("", ENETUNREACH), ("unreachable", EHOSTUNREACH), ("prohibit", EACCES), ("blackhole", EINVAL),
    ("throw", ENETUNREACH),
  ])
  func `a refusal keeps the error number that tells why`(_ type: String, code: CInt) throws {
    let namespace = try TestNamespace.withVeth()
    for family in ["-4", "-6"] where !type.isEmpty {
      try namespace.ip("\(family) route add \(type) default")
    }
    var socket = try QuerySocket.open(in: namespace.namespace)
    for destination in [ipv4, ipv6] {
      for fibMatch in [true, false] {
        let query = RouteQuery(destination: destination, fibMatch: fibMatch)
        #expect(try socket.route(to: query) == .refused(errno: code, message: nil))
      }
    }
  }

  @Test func `an IPv4 route through an IPv6 gateway names that gateway`() throws {
    let namespace = try routed("-4 route add default via inet6 fe80::1 dev v0")
    var socket = try QuerySocket.open(in: namespace.namespace)
    for fibMatch in [true, false] {
      let entry = try entry(&socket, RouteQuery(destination: ipv4, fibMatch: fibMatch))
      #expect(entry.leg?.gateway == linkLocal)
    }
  }

  @Test func `a multipath route names every leg, its weight and its state`() async throws {
    let namespace = try routed(
      "link add w0 type veth peer name w1",
      "link set w0 up",
      "link set w1 up",
      "addr add 198.51.100.1/24 dev w0",
      "route add default nexthop via 192.0.2.254 weight 3 nexthop via 198.51.100.254"
    )
    var socket = try QuerySocket.open(in: namespace.namespace)
    let query = RouteQuery(destination: ipv4, fibMatch: true)
    let first = try entry(&socket, query)
    #expect(first.leg?.gateway == gateway)
    #expect(first.leg?.weight == 3)
    #expect(first.otherLegs.map(\.gateway) == [IPAddress(ipv4: 0xC633_64FE)])
    #expect(first.otherLegs.map(\.weight) == [1])
    try namespace.ip("link set w1 down")
    try await eventually(within: .seconds(5)) {
      try entry(&socket, query).otherLegs.first.map { $0.flags & 16 != 0 } ?? false
    }
    #expect(try entry(&socket, query).leg?.flags == 0)
  }

  @Test func `an IPv6 multipath route names every leg`() throws {
    let namespace = try routed(
      "-6 route add default nexthop via fe80::1 dev v0 nexthop via fe80::2 dev v1 weight 2"
    )
    var socket = try QuerySocket.open(in: namespace.namespace)
    let entry = try entry(&socket, RouteQuery(destination: ipv6, fibMatch: true))
    let legs = [entry.leg].compactMap(\.self) + entry.otherLegs
    // The kernel begins with any of them.
    #expect(Set(legs.map(\.gateway)) == [linkLocal, IPAddress(ipv6: 0xFE80 << 48, 2)])
    #expect(Set(legs.map(\.weight)) == [1, 2])
  }

  @Test func `a tunnel's route has no gateway`() throws {
    let namespace = try routed("route add default dev v0")
    var socket = try QuerySocket.open(in: namespace.namespace)
    let leg = try entry(&socket, RouteQuery(destination: ipv4, fibMatch: true)).leg
    #expect(leg != nil)
    #expect(leg?.gateway == nil)
  }

  @Test func `rules see the mark of a packet`() throws {
    let namespace = try routed(
      "route add default via 192.0.2.254",
      "route add default via 192.0.2.253 table 100",
      "rule add fwmark 7 lookup 100"
    )
    var socket = try QuerySocket.open(in: namespace.namespace)
    let marked = try entry(&socket, RouteQuery(destination: ipv4, mark: 7, fibMatch: true))
    #expect(marked.table == 100)
    #expect(marked.leg?.gateway == IPAddress(ipv4: 0xC000_02FD))
    #expect(try entry(&socket, RouteQuery(destination: ipv4, fibMatch: true)).table == 254)
  }

  @Test(.needsHostRoot) func `rules see the user of a packet`() throws {
    let namespace = try routed(
      "route add default via 192.0.2.254",
      "rule add uidrange 1234-1234 prohibit"
    )
    var socket = try QuerySocket.open(in: namespace.namespace)
    let refused = try socket.route(to: RouteQuery(destination: ipv4, uid: 1234))
    #expect(refused == .refused(errno: EACCES, message: nil))
    #expect(try entry(&socket, RouteQuery(destination: ipv4, uid: 1235)).leg?.gateway == gateway)
  }

  @Test func `many questions are answered in their order`() throws {
    let namespace = try routed(
      "route add default via 192.0.2.254",
      "route add unreachable 198.18.0.0/15"
    )
    var socket = try QuerySocket.open(in: namespace.namespace)
    let queries = (0..<40).map { number in
      RouteQuery(destination: number % 3 == 0 ? IPAddress(ipv4: 0xC612_0001) : ipv4)
    }
    var answers: [Int: Bool] = [:]
    var order: [Int] = []
    try socket.routes(to: queries.span) { index, answer in
      order.append(index)
      answers[index] = answer == .refused(errno: EHOSTUNREACH, message: nil)
    }
    #expect(order == Array(0..<40))
    #expect(answers == Dictionary(uniqueKeysWithValues: (0..<40).map { ($0, $0 % 3 == 0) }))
  }

  @Test func `no question gets no answer, and waits for none`() throws {
    let namespace = try TestNamespace()
    var socket = try QuerySocket.open(in: namespace.namespace)
    try socket.routes(to: [RouteQuery]().span) { index, _ in Issue.record("answer \(index)") }
  }

  @Test func `a late answer to an older question is passed over`() throws {
    let namespace = try routed("route add default via 192.0.2.254")
    var socket = try QuerySocket.open(in: namespace.namespace)
    // RTM_GETLINK of index 1 under a number that is not in use.
    let late: [UInt32] = [32, 18 | 1 << 16, 0x7FFF_FFFF, 0, 0, 1, 0, 0]
    for _ in 0..<3 { #expect(send(socket.fileDescriptor, late, 32, 0) == 32) }
    let entry = try entry(&socket, RouteQuery(destination: ipv4, fibMatch: true))
    #expect(entry.leg?.gateway == gateway)
    #expect(try socket.link(1)?.name == "lo")
  }

  private func routed(_ commands: String...) throws -> TestNamespace {
    let namespace = try TestNamespace.withVeth("addr add 192.0.2.1/24 dev v0")
    for command in commands { try namespace.ip(command) }
    return namespace
  }
}
