import CLinux
import Glibc
import NetwatchCore
import NetwatchNetlink
import Testing

@Suite(.timeLimit(.minutes(1)), .needsNamespaces) struct EventSocketTests {
  private let filter = RouteFilter(lookupAddresses: [])

  @Test(arguments: [
    ("link add w0 type veth peer name w1", Topics.link), ("link del v1", .link),
    ("link set v0 down", .link), ("addr add 192.0.2.2/24 dev v0", .address),
    ("addr del 192.0.2.1/24 dev v0", .address), ("addr add 2001:db8::1/64 dev v0", .address),
    ("route add default dev v0", .route), ("-6 route add default dev v0", .route),
    ("rule add fwmark 7 lookup 100", .rule), ("-6 rule add fwmark 7 lookup 100", .rule),
    ("rule del lookup default", .rule), ("nexthop add id 7 blackhole", .nexthop),
    ("nexthop del id 8", .nexthop),
  ])
  func `a change is heard under its topic`(_ change: String, topic: Topics) throws {
    let namespace = try TestNamespace.withVeth(
      "addr add 192.0.2.1/24 dev v0",
      "nexthop add id 8 blackhole"
    )
    var socket = try EventSocket.open(in: namespace.namespace, filter: filter)
    try namespace.ip(change)
    let drained = socket.drain()
    #expect(drained.topics.contains(topic))
    #expect(drained.messages > 0)
    #expect(drained.isDrained)
    #expect(drained.overruns == 0)
  }

  @Test func `what a bridge says about its ports has no topic`() throws {
    let namespace = try TestNamespace(
      "link add br0 type bridge",
      "link add v0 type veth peer name v1",
      "link set v0 master br0"
    )
    var socket = try EventSocket.open(in: namespace.namespace, filter: filter)
    try namespace.bridge("link set dev v0 learning off")
    let drained = socket.drain()
    #expect(drained.messages > 0)
    #expect(drained.topics == [])
  }

  @Test func `no deleted link is forgotten, however many there are`() throws {
    let namespace = try TestNamespace()
    try namespace.batch(
      (0..<100).map { "link add v\($0) index \(1000 + $0) type veth peer name w\($0)" }
    )
    var socket = try EventSocket.open(in: namespace.namespace, filter: filter)
    try namespace.batch((0..<100).map { "link del v\($0)" })
    var deleted: Set<Int32> = []
    while true {
      let drained = socket.drain()
      deleted.formUnion(drained.deletedLinks)
      #expect(drained.overruns == 0)
      if drained.isDrained { break }
    }
    #expect(deleted.isSuperset(of: (0..<100).map { 1000 + $0 }))
    #expect(deleted.count == 200)
  }

  @Test func `silence is drained at once`() throws {
    let namespace = try TestNamespace()
    var socket = try EventSocket.open(in: namespace.namespace, filter: filter)
    let drained = socket.drain()
    #expect(drained.isDrained)
    #expect(drained.messages == 0)
    #expect(drained.error == nil)
  }

  @Test func `an overrun is counted, and what came before it is still read`() throws {
    let namespace = try TestNamespace.withVeth()
    var socket = try EventSocket.open(
      in: namespace.namespace,
      filter: filter,
      receiveBuffer: 16 << 10
    )
    try namespace.batch((0..<500).map { "link set v0 alias x\($0)" })
    let drained = socket.drain()
    #expect(drained.overruns > 0)
    #expect(drained.messages > 0)
    #expect(drained.topics.contains(.link))
    #expect(drained.isDrained)
    try namespace.ip("link set v0 alias after")
    #expect(socket.drain().messages > 0)
  }

  @Test(.needsHostRoot) func `a flood is read in bounded portions`() throws {
    let namespace = try TestNamespace.withVeth()
    var socket = try EventSocket.open(
      in: namespace.namespace,
      filter: filter,
      receiveBuffer: 64 << 20
    )
    try namespace.batch((0..<4200).map { "link set v0 alias x\($0)" })
    let first = socket.drain()
    #expect(first.messages == 4096)
    #expect(!first.isDrained)
    let second = socket.drain()
    #expect(second.messages >= 104)
    #expect(second.isDrained)
  }

  @Test func `a message from another program is ignored and counted`() throws {
    let namespace = try TestNamespace()
    var socket = try EventSocket.open(in: namespace.namespace, filter: filter)
    let port = port(of: socket.fileDescriptor)
    try inNamespace(namespace.namespace) { sendLinkMessage(to: port) }
    let drained = socket.drain()
    #expect(drained.strangers == 1)
    #expect(drained.messages == 0)
    #expect(drained.topics == [])
  }

  @Test func `a socket moves into the actor that reads it`() async throws {
    let namespace = try TestNamespace()
    let reader = try Reader(namespace.namespace)
    try namespace.ip("link set lo down")
    #expect(await reader.read().topics.contains(.link))
  }

  /// `struct sockaddr_nl`: the family, padding, the port, and groups.
  private func port(of descriptor: CInt) -> UInt32 {
    var address = [UInt32](repeating: 0, count: 3)
    var size = socklen_t(12)
    address.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      _ = getsockname(descriptor, start.assumingMemoryBound(to: sockaddr.self), &size)
    }
    return address[1]
  }

  private func sendLinkMessage(to port: UInt32) {
    let descriptor = socket(AF_NETLINK, CInt(SOCK_RAW.rawValue), 0)
    defer { close(descriptor) }
    let message: [UInt32] = [16, 16, 0, 0]  // A header of type RTM_NEWLINK, and no more.
    let address = [UInt32(AF_NETLINK), port, 0]
    address.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      #expect(sendto(descriptor, message, 16, 0, start, 12) == 16)
    }
  }
}

private actor Reader {
  private var socket: EventSocket

  init(_ namespace: NetworkNamespace) throws(NetlinkError) {
    socket = try EventSocket.open(in: namespace, filter: RouteFilter(lookupAddresses: []))
  }

  func read() -> Drained {
    socket.drain()
  }
}
