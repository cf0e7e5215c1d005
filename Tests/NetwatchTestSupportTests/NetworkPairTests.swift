import NetwatchCore
import NetwatchTestSupport
import Testing

@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct NetworkPairTests {
  @Test(arguments: AddressFamily.allCases)
  func `a datagram to the server's address arrives`(family: AddressFamily) throws {
    let pair = try NetworkPair(families: [family])
    let address = NetworkPair.serverAddress(family)
    let sink = try UDPSink(in: pair.server.name, address: address)
    let code = try sendDatagram(
      in: pair.client.name,
      to: address,
      port: sink.address.port,
      payload: "hello"
    )
    #expect(code == 0)
    let datagram = try #require(try sink.receive(within: .seconds(5)))
    #expect(datagram.text == "hello")
    #expect(
      datagram.source.address.description == (family == .ipv4 ? "198.51.100.2" : "2001:db8:51::2")
    )
  }

  @Test func `without its default route the client cannot send`() throws {
    let pair = try NetworkPair(families: [.ipv4])
    try pair.client.ip("route del \(NetworkPair.defaultRoute(.ipv4))")
    let source = try UDPSource(in: pair.client.name)
    #expect(source.send("x", to: try SocketAddress("192.0.2.80", port: 9)) == 101)
  }

  @Test func `what a filter drops does not arrive`() throws {
    let pair = try NetworkPair(families: [.ipv4])
    try pair.server.nft(
      "table inet f { chain in { type filter hook input priority 0; ip daddr 192.0.2.80 drop; }; }"
    )
    let sink = try UDPSink(in: pair.server.name)
    let source = try UDPSource(in: pair.client.name)
    let port = sink.address.port
    #expect(source.send("lost", to: try SocketAddress("192.0.2.80", port: port)) == 0)
    #expect(source.send("here", to: try SocketAddress("198.51.100.1", port: port)) == 0)
    #expect(try sink.receive(within: .seconds(5))?.text == "here")
  }

  @Test func `a tap sees a datagram that nobody on the other side is meant to get`() throws {
    let pair = try NetworkPair(families: [.ipv4])
    let tap = try PacketTap(in: pair.server.name, interface: "v1")
    let source = try UDPSource(in: pair.client.name)
    #expect(source.send("other", to: try SocketAddress("203.0.113.6", port: 9)) == 0)
    #expect(source.send("marked-1", to: try SocketAddress("203.0.113.7", port: 9)) == 0)
    let packet = try #require(try tap.receive(matching: "marked-1", within: .seconds(5)))
    #expect(packet.interface == "v1")
    #expect(packet.source.description == "198.51.100.2")
    #expect(packet.destination.description == "203.0.113.7")
    #expect(try tap.receive(matching: "marked-2", within: .milliseconds(20)) == nil)
  }

  @Test func `a tap on every interface tells them apart`() throws {
    let pair = try NetworkPair(families: [.ipv6])
    let tap = try PacketTap(in: pair.server.name)
    let source = try UDPSource(in: pair.client.name)
    let target = try SocketAddress("2001:db8:ffff::1", port: 9)
    #expect(source.send("sixth", to: target) == 0)
    let packet = try #require(try tap.receive(matching: "sixth", within: .seconds(5)))
    #expect(packet.interface == "v1")
    #expect(packet.destination == target.address)
  }
}
