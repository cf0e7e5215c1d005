import CLinux
import Glibc
import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchNetlink

@Suite(.timeLimit(.minutes(1))) struct RouteFilterTests {
  private static let lookups = [
    IPAddress(ipv4: 0xC000_0250),  // 192.0.2.80
    IPAddress(ipv4: 0xC633_6401),  // 198.51.100.1
    IPAddress(ipv6: 0x2001_0DB8_0000_0000, 0x80),
    IPAddress(ipv6: 0x2001_0DB8_FFFF_0000, 0xFFFF_FFFF_0000_0001),
  ]

  private let filter = RouteFilter(lookupAddresses: lookups)

  @Test(.needsNamespaces) func `a thousand routes to elsewhere wake nobody`() throws {
    let namespace = try TestNamespace("link set lo up")
    var socket = try EventSocket.open(in: namespace.namespace, filter: filter)
    let isFiltered = socket.isFiltered
    #expect(isFiltered)
    let routes = (0..<1000).map { "10.0.\($0 / 250).\($0 % 250)/32 dev lo" }
    try namespace.batch(routes.map { "route add \($0)" } + routes.map { "route del \($0)" })
    #expect(socket.drain().messages == 0)
  }

  @Test(
    .needsNamespaces,
    arguments: [
      ("0.0.0.0/0", true), ("0.0.0.0/1", true), ("128.0.0.0/1", true), ("64.0.0.0/3", true),
      ("192.0.0.0/8", true), ("192.0.2.80/32", true), ("198.51.100.0/24", true),
      ("198.51.100.0/24 table 7", true), ("192.0.2.81/32", false), ("10.0.0.0/8", false),
      ("::/0", true), ("::/1", true), ("8000::/1", true), ("2001:db8::/32", true),
      ("2001:db8::/64", true), ("2001:db8::80/128", true), ("2001:db8::/97", true),
      ("2001:db8:ffff:0:ffff::/80", true), ("2001:db9::/32", false),
      ("2001:db8:0:1::/64", false), ("2001:db8::81/128", false),
      ("2001:db8::1:0:0/96", false),
    ]
  )
  func `routes that matter pass, coming and going`(_ route: String, passes: Bool) throws {
    let namespace = try TestNamespace.withVeth()
    var socket = try EventSocket.open(in: namespace.namespace, filter: filter)
    let family = route.contains(":") ? "-6" : "-4"
    for verb in ["add", "del"] {
      try namespace.ip("\(family) route \(verb) \(route) dev v0")
      #expect(socket.drain().topics.contains(.route) == passes)
    }
  }

  @Test func `more addresses than can be compared let the whole family through`() {
    let many = RouteFilter(lookupAddresses: (0..<17).map { IPAddress(ipv4: $0) })
    let passed = AddressFamily.allCases.filter { family in
      many.passes(message(family: family, prefix: 32).span.bytes)
    }
    #expect(passed == [.ipv4])
    #expect(many.program.count < 100)
  }

  @Test func `the largest program is one that the kernel takes`() throws {
    let addresses = (0..<16).flatMap { number in
      [IPAddress(ipv4: 0x0808_0000 + number), IPAddress(ipv6: 0x2001 << 48, UInt64(number))]
    }
    let pair = try SocketPair(RouteFilter(lookupAddresses: addresses))
    #expect(pair.isFiltered)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `the kernel's program and the Swift decision agree on any bytes`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pair = try SocketPair(filter)
    var passed = 0
    for _ in 0..<10_000 {
      let bytes = randomMessage(&generator)
      let decision = filter.passes(bytes.span.bytes)
      passed += decision ? 1 : 0
      #expect(pair.delivers(bytes) == decision, "\(bytes)")
    }
    #expect((1000..<9000).contains(passed))
  }

  /// A route message that is mostly right, with a destination near a lookup address.
  private func randomMessage(_ generator: inout SeededGenerator) -> [UInt8] {
    let family = AddressFamily.allCases.randomElement(using: &generator) ?? .ipv4
    let prefix = UInt8.random(in: 0...(family == .ipv4 ? 34 : 130), using: &generator)
    let base = Self.lookups.filter { $0.family == family }.randomElement(using: &generator)
    let bit = UInt64(1) << UInt64.random(in: 0..<(family == .ipv4 ? 32 : 64), using: &generator)
    let destination = base.map { base in
      family == .ipv4
        ? IPAddress(ipv4: UInt32(truncatingIfNeeded: base.low ^ bit))
        : Bool.random(using: &generator)
          ? IPAddress(ipv6: base.high ^ bit, base.low) : IPAddress(ipv6: base.high, base.low ^ bit)
    }
    var bytes = message(family: family, prefix: prefix, destination: destination)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: bytes.removeLast(Int.random(in: 0..<bytes.count - 7, using: &generator))
    case 1:
      let index = Int.random(in: 4..<bytes.count, using: &generator)
      bytes[index] = .random(in: 0...255, using: &generator)
    default: break
    }
    return bytes
  }

  private func message(
    family: AddressFamily,
    prefix: UInt8,
    destination: IPAddress? = nil
  ) -> [UInt8] {
    var buffer = RequestBuffer(capacity: 64)
    buffer.append(type: 24) { buffer in
      buffer.append(family.number)
      buffer.append(prefix)
      buffer.append(UInt16(0))
      buffer.append(UInt64(0))
      buffer.appendAttribute(15, UInt32(254))  // RTA_TABLE, as the kernel puts it first.
      buffer.appendAttribute(1, destination ?? IPAddress(ipv4: 0x0A00_0000))
    }
    return buffer.bytes
  }
}

/// Two connected sockets, of which the second has the filter: the kernel's own verdict on any bytes.
private final class SocketPair {
  private var descriptors: [CInt] = [-1, -1]
  let isFiltered: Bool

  init(_ filter: RouteFilter) throws {
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, type, 0, &descriptors) == 0 else {
      throw NetlinkError(.allocate, code: errno)
    }
    isFiltered = filter.attach(to: descriptors[1])
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }

  func delivers(_ bytes: [UInt8]) -> Bool {
    var received = [UInt8](repeating: 0, count: 256)
    guard send(descriptors[0], bytes, bytes.count, 0) == bytes.count else { return false }
    return recv(descriptors[1], &received, received.count, 0) == bytes.count
  }
}
