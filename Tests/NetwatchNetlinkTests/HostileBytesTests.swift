import CLinux
import Glibc
import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchNetlink

@Suite(.timeLimit(.minutes(1))) struct HostileBytesTests {
  /// A parser, and a message that it understands.
  struct Subject: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let message: [UInt8]
    let parse: @Sendable ([UInt8]) -> String
  }

  private static let subjects = [
    Subject(testDescription: "route", message: route) { describe(RouteEntry($0.span.bytes)) },
    Subject(testDescription: "link", message: link) { describe(Link($0.span.bytes)) },
    Subject(testDescription: "address", message: address) {
      describe(InterfaceAddress($0.span.bytes))
    },
    Subject(testDescription: "nexthop", message: nexthop) {
      describe(NexthopObject($0.span.bytes))
    },
    Subject(testDescription: "refusal", message: refusal) {
      describe(ErrorMessage(MessageHeader(type: 2, flags: 0x300), $0.span.bytes))
    },
    Subject(testDescription: "datagram", message: datagram) { bytes in
      var types: [UInt16] = []
      forEachMessage(in: bytes.span.bytes) { header, _ in types.append(header.type) }
      return "\(types)"
    },
  ]

  @Test(arguments: subjects) func `a whole message is understood`(_ subject: Subject) {
    let text = subject.parse(subject.message)
    #expect(text != "nil")
    #expect(text.contains("7"), "\(text)")
  }

  @Test(arguments: subjects)
  func `a message cut anywhere, or with any byte changed, harms nothing`(_ subject: Subject) {
    for length in 0..<subject.message.count {
      _ = subject.parse(Array(subject.message.prefix(length)))
    }
    for index in subject.message.indices {
      for value in [0, 1, 3, 4, 0x7F, 0x80, 0xFF] as [UInt8] {
        var bytes = subject.message
        bytes[index] = value
        _ = subject.parse(bytes)
      }
    }
  }

  @Test(arguments: subjects) func `garbage harms nothing`(_ subject: Subject) {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<5000 {
      let count = Int.random(in: 0..<120, using: &generator)
      _ = subject.parse((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
  }

  @Test(
    arguments: [
      ([0, 0, 1, 0], []),  // Length zero.
      ([3, 0, 1, 0], []),  // Shorter than its own header.
      ([9, 0, 1, 0, 7, 7, 7, 7], []),  // Longer than what is there.
      ([4, 0, 1, 0], [1]),  // Empty.
      ([5, 0, 1, 0, 7], [1]),  // The last one without padding.
      ([5, 0, 1, 0, 7, 0, 0, 0, 4, 0, 2, 0], [1, 2]),
      ([5, 0, 1, 0, 7, 0, 0, 0, 0, 0, 2, 0], [1]),
      ([4, 0, 1, 0xC0], [1]),  // The two flag bits are no part of the type.
      ([4, 0, 1], []),
      ([], []),
    ] as [([UInt8], [Int])]
  )
  func `attributes end at the first that does not fit`(_ bytes: [UInt8], types: [Int]) {
    var visited: [Int] = []
    forEachAttribute(in: bytes.span.bytes) { type, _ in visited.append(type) }
    #expect(visited == types)
  }

  @Test(arguments: [
    ([UInt8](repeating: 0, count: 16), 0),  // Length zero.
    ([15, 0, 0, 0] + [UInt8](repeating: 0, count: 12), 0),  // Shorter than its own header.
    ([17, 0, 0, 0] + [UInt8](repeating: 0, count: 12), 0),  // Longer than what is there.
    ([0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 12), 0),
    ([16, 0, 0, 0] + [UInt8](repeating: 0, count: 12), 1),
    ([16, 0, 0, 0] + [UInt8](repeating: 0, count: 13), 1),
  ])
  func `messages end at the first that does not fit`(_ bytes: [UInt8], count: Int) {
    var visited = 0
    forEachMessage(in: bytes.span.bytes) { _, _ in visited += 1 }
    #expect(visited == count)
  }

  @Test func `an address that is too short for its family is none`() {
    let bytes = body { buffer in
      buffer.append(AddressFamily.ipv6.number)
      for _ in 0..<11 { buffer.append(UInt8(0)) }
      buffer.appendAttribute(5, UInt32(1))  // RTA_GATEWAY with four bytes.
      buffer.appendAttribute(4, UInt32(7))  // RTA_OIF
    }
    let entry = RouteEntry(bytes.span.bytes)
    #expect(entry?.leg == RouteLeg(interface: 7))
  }
}

private func describe(_ value: (some Any)?) -> String {
  value.map { "\($0)" } ?? "nil"
}

/// The bytes that a closure appends, without a header before them.
private func body(_ append: (inout RequestBuffer) -> Void) -> [UInt8] {
  var buffer = RequestBuffer(capacity: 64)
  append(&buffer)
  return buffer.bytes
}

extension HostileBytesTests {
  private static let route = body { buffer in
    buffer.append(AddressFamily.ipv4.number)
    for _ in 0..<11 { buffer.append(UInt8(0)) }
    buffer.appendAttribute(4, UInt32(7))
    buffer.appendAttribute(5, IPAddress(ipv4: 0xC000_0201))
    buffer.appendAttribute(15, UInt32(254))
    // RTA_MULTIPATH: a leg of 16 bytes with a gateway.
    buffer.append(UInt64(0x0007_0010_0009_0014))
    buffer.append(UInt32(7))
    buffer.appendAttribute(5, IPAddress(ipv4: 0xC000_0201))
  }

  private static let link = body { buffer in
    for _ in 0..<4 { buffer.append(UInt32(7)) }
    buffer.appendAttribute(3, "eth7")
    buffer.append(UInt32(0x0012_000C))  // IFLA_LINKINFO with IFLA_INFO_KIND.
    buffer.appendAttribute(1, "tun")
  }

  private static let address = body { buffer in
    buffer.append(AddressFamily.ipv6.number)
    buffer.append(UInt8(64))
    buffer.append(UInt16(0))
    buffer.append(UInt32(7))
    buffer.appendAttribute(1, IPAddress(ipv6: 1, 2))
    buffer.appendAttribute(8, UInt32(0x80))
  }

  private static let nexthop = body { buffer in
    buffer.append(UInt64(2))
    buffer.appendAttribute(1, UInt32(7))
    buffer.append(UInt32(0x0002_0014))  // NHA_GROUP with two members.
    buffer.append(UInt64(7))
    buffer.append(UInt64(0x02_0000_0008))
  }

  private static let refusal = body { buffer in
    buffer.append(CInt(-101))
    buffer.append(UInt32(16))
    for _ in 0..<3 { buffer.append(UInt32(0)) }
    buffer.appendAttribute(1, "no 7")
  }

  private static let datagram = body { buffer in
    buffer.append(type: 7) { $0.append(UInt8(1)) }
    buffer.append(type: 17) { $0.append(UInt32(1)) }
  }
}
