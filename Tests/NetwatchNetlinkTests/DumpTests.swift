import CLinux
import Glibc
import NetwatchCore
import NetwatchNetlink
import Testing

@Suite(.timeLimit(.minutes(1)), .needsNamespaces) struct DumpTests {
  @Test func `every link is listed as it is described alone`() throws {
    let namespace = try TestNamespace.withVeth("link add br0 type bridge")
    var socket = try QuerySocket.open(in: namespace.namespace)
    let dump = try socket.links()
    #expect(Set(dump.elements.map(\.name)) == ["lo", "v0", "v1", "br0"])
    #expect(dump.isConsistent)
    #expect(dump.isComplete)
    for link in dump.elements { #expect(try socket.link(link.index)?.kind == link.kind) }
  }

  @Test func `addresses are listed with their state`() throws {
    let namespace = try TestNamespace.withVeth(
      "addr add 192.0.2.1/24 dev v0",
      "addr add 192.0.2.9 peer 192.0.2.10/32 dev v0",
      "addr add 2001:db8::1/64 dev v0 nodad",
      "addr add 2001:db8::2/64 dev v0",
      "addr add 2001:db8::3/64 dev v0 nodad preferred_lft 0"
    )
    var socket = try QuerySocket.open(in: namespace.namespace)
    let index = try #require(try socket.link(named: "v0")).index
    let elements = try socket.addresses().elements.filter { $0.interface == index }
    let found = Dictionary(grouping: elements, by: \.address).compactMapValues(\.first)
    let first = try #require(found[IPAddress(ipv4: 0xC000_0201)])
    #expect(first.prefixLength == 24)
    #expect(first.family == .ipv4)
    #expect(first.scope == 0)
    #expect(found[IPAddress(ipv4: 0xC000_0209)]?.prefixLength == 32)
    #expect(found[IPAddress(ipv4: 0xC000_020A)] == nil)
    #expect(flags(found, 1) & 0x40 == 0)
    #expect(flags(found, 2) & 0x40 != 0)  // IFA_F_TENTATIVE
    #expect(flags(found, 3) & 0x20 != 0)  // IFA_F_DEPRECATED
  }

  @Test func `a listing is bounded, and the next one works`() throws {
    let namespace = try TestNamespace("link set lo up")
    try namespace.batch((0..<3000).map { "addr add 10.0.\($0 / 250).\($0 % 250)/32 dev lo" })
    var socket = try QuerySocket.open(in: namespace.namespace)
    let part = try socket.addresses(limit: 10)
    #expect(part.elements.count == 10)
    #expect(!part.isComplete)
    let whole = try socket.addresses()
    #expect(whole.elements.count >= 3000)
    #expect(whole.isComplete)
    #expect(Set(whole.elements).count == whole.elements.count)
  }

  @Test func `unicast routes are listed from all tables, by family`() throws {
    let namespace = try TestNamespace.withVeth(
      "addr add 192.0.2.1/24 dev v0",
      "addr add 2001:db8::1/64 dev v0 nodad",
      "route add default via 192.0.2.9 table 77",
      "route add unreachable 198.51.100.0/24",
      "-6 route add default via 2001:db8::9 dev v0"
    )
    let ipv4 = try Self.routes(in: namespace, .ipv4)
    #expect(ipv4.isComplete)
    #expect(ipv4.elements.map(\.prefixLength).sorted() == [0, 24])
    let byGateway = ipv4.elements.filter { $0.leg?.gateway == IPAddress(ipv4: 0xC000_0209) }
    #expect(byGateway.map(\.table) == [77])
    let ipv6 = try Self.routes(in: namespace, .ipv6)
    let gateways = ipv6.elements.compactMap { $0.leg?.gateway }
    #expect(gateways == [IPAddress(ipv6: 0x2001_0DB8_0000_0000, 9)])
  }

  @Test func `a listing of routes ends at its limit, which the default lies within`() throws {
    let namespace = try TestNamespace.withVeth(
      "addr add 192.0.2.1/24 dev v0",
      "route add default via 192.0.2.9"
    )
    try namespace.batch(
      (0..<5000).map { "route add 10.0.\($0 / 250).\($0 % 250)/32 dev v0" }
    )
    let part = try Self.routes(in: namespace, .ipv4, limit: 100)
    #expect(part.elements.count == 100)
    #expect(!part.isComplete)
    #expect(part.elements.contains { $0.prefixLength == 0 })
  }

  private static func routes(
    in namespace: TestNamespace,
    _ family: AddressFamily,
    limit: Int = 1000
  ) throws -> Dump<RouteEntry> {
    try QuerySocket.open(in: namespace.namespace).unicastRoutes(of: family, limit: limit)
  }

  private func flags(_ found: [IPAddress: InterfaceAddress], _ low: UInt64) -> UInt32 {
    found[IPAddress(ipv6: 0x2001_0DB8_0000_0000, low)]?.flags ?? 0
  }
}
