import CLinux
import Glibc
import NetwatchCore
import NetwatchNetlink
import Testing

@Suite(.timeLimit(.minutes(1)), .needsNamespaces) struct NexthopTests {
  private let destination = IPAddress(ipv4: 0xCB00_7101)
  private let gateway = IPAddress(ipv4: 0xC000_02FE)

  @Test(arguments: [0, 1])
  func `a route by a nexthop object leads to its legs in both modes`(_ compatibility: Int) throws {
    let namespace = try TestNamespace.withVeth(
      "addr add 192.0.2.1/24 dev v0",
      "nexthop add id 5 via 192.0.2.254 dev v0",
      "route add default nhid 5"
    )
    try namespace.sysctl("net.ipv4.nexthop_compat_mode", "\(compatibility)")
    var socket = try QuerySocket.open(in: namespace.namespace)
    let entry = try entry(&socket, RouteQuery(destination: destination, fibMatch: true))
    #expect(entry.nexthopID == 5)
    #expect((entry.leg == nil) == (compatibility == 0))
    let index = try #require(try socket.link(named: "v0")).index
    let nexthop = try #require(try socket.nexthop(5))
    #expect(nexthop.legs == [RouteLeg(interface: index, gateway: gateway)])
    #expect(!nexthop.isBlackhole)
  }

  @Test func `a group is resolved into the legs of its members`() throws {
    let namespace = try TestNamespace.withVeth(
      "addr add 192.0.2.1/24 dev v0",
      "nexthop add id 5 via 192.0.2.254 dev v0",
      "nexthop add id 6 via fe80::1 dev v1",
      "nexthop add id 7 group 5,3/6"
    )
    var socket = try QuerySocket.open(in: namespace.namespace)
    let nexthop = try #require(try socket.nexthop(7))
    #expect(nexthop.id == 7)
    #expect(nexthop.legs.map(\.weight) == [3, 1])
    #expect(nexthop.legs.map(\.gateway) == [gateway, IPAddress(ipv6: 0xFE80 << 48, 1)])
  }

  @Test func `a large group is resolved in several questions`() throws {
    let namespace = try TestNamespace.withVeth("addr add 192.0.2.1/24 dev v0")
    try namespace.batch((1...40).map { "nexthop add id \($0) via 192.0.2.\($0 + 1) dev v0" })
    let members = (1...40).map(String.init).joined(separator: "/")
    try namespace.ip("nexthop add id 100 group \(members)")
    var socket = try QuerySocket.open(in: namespace.namespace)
    let legs = try #require(try socket.nexthop(100)).legs
    #expect(legs.map(\.gateway) == (1...40).map { IPAddress(ipv4: 0xC000_0201 + UInt32($0)) })
  }

  @Test func `a black hole is said to be one, in a group as well`() throws {
    let namespace = try TestNamespace.withVeth(
      "nexthop add id 8 blackhole",
      "nexthop add id 9 group 8"
    )
    var socket = try QuerySocket.open(in: namespace.namespace)
    for id in [8, 9] as [UInt32] {
      let nexthop = try #require(try socket.nexthop(id))
      #expect(nexthop.isBlackhole)
      #expect(nexthop.legs == [])
    }
  }

  @Test func `an object that is not there is nil`() throws {
    let namespace = try TestNamespace()
    var socket = try QuerySocket.open(in: namespace.namespace)
    #expect(try socket.nexthop(77) == nil)
  }
}
