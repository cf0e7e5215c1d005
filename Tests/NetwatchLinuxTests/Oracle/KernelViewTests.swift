import NetwatchCore
import NetwatchNetlink
import NetwatchTestSupport
import Testing

@testable import NetwatchLinux

/// What the walk has found, each by itself.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct KernelViewTests {
  private static func snapshot(of sandbox: NetworkSandbox) throws -> Snapshot {
    let namespace = try NamespaceDescriptor.open(sandbox.namespace)
    var view = try KernelView.open(.init(), in: namespace)
    return try view.snapshot()
  }

  @Test func `a bridge that never had a port is no way out`() throws {
    let sandbox = try NetworkSandbox.base()
    try sandbox.batch([
      "route del default", "link add br0 type bridge", "link set br0 up",
      "addr add 203.0.113.2/24 dev br0", "route add default via 203.0.113.1",
    ])
    #expect(try Self.snapshot(of: sandbox).ipv4 == .unreachable(.noCarrier))
    try sandbox.ip("link set v0 master br0")
    #expect(try Self.snapshot(of: sandbox).ipv4.egress?.interfaceName == "br0")
  }

  @Test func `a family that does not count is switched off, whether its interface is there or not`()
    throws
  {
    let sandbox = try NetworkSandbox.base()
    let namespace = try NamespaceDescriptor.open(sandbox.namespace)
    var byFamily = try KernelView.open(.init(interface: "v0", families: [.ipv4]), in: namespace)
    let ipv4Only = [IPAddress(ipv4: 0xC000_0250)]
    var byAddress = try KernelView.open(
      .init(interface: "v0", lookupAddresses: ipv4Only),
      in: namespace
    )
    #expect(try byFamily.snapshot().ipv6 == .unreachable(.disabled))
    #expect(try byAddress.snapshot().ipv6 == .unreachable(.disabled))
    try sandbox.ip("link del v0")
    let gone = Snapshot(ipv4: .unreachable(.linkDown), ipv6: .unreachable(.disabled))
    #expect(try byFamily.snapshot() == gone)
    #expect(try byAddress.snapshot() == gone)
  }

  @Test func `a rule that refuses what is bound to the interface lets the rest pass`() throws {
    let pair = try NetworkPair()
    // What IPv4 takes for a neighbour of the interface would get this address.
    try pair.client.batch([
      "addr del 198.51.100.2/24 dev v0", "addr add 203.0.113.2/24 dev v0 scope link",
      "addr add 198.51.100.2/24 dev v0", "route add \(NetworkPair.defaultRoute(.ipv4))",
    ])
    for family in ["-4", "-6"] { try pair.client.ip("\(family) rule add oif v0 prio 100 prohibit") }
    let snapshot = try Self.snapshot(of: pair.client)
    for family in AddressFamily.allCases {
      let tap = try PacketTap(in: pair.server.name, interface: "v1")
      let target = LookupAddresses.builtIn.first { $0.family == family }
      let address = try #require(target)
      let source = try UDPSource(in: pair.client.name)
      #expect(source.send("marked", to: SocketAddress(address: address, port: 9)) == 0)
      let packet = try #require(try tap.receive(matching: "marked", within: .seconds(5)))
      #expect(snapshot[family].egress?.source == packet.source)
    }
  }
}
