import CLinux
import Glibc
import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchSystem

@Suite("Addresses as the kernel has them") struct SocketAddressTests {
  /// A structure of so many bytes of which the first two are the family, in the order of the host.
  private func address(_ family: CInt, _ bytes: [UInt8], length: Int = .max) -> IPAddress? {
    var storage = sockaddr_storage()
    withUnsafeMutableBytes(of: &storage) { room in
      room.copyBytes(from: bytes)
      room.storeBytes(of: sa_family_t(family), as: sa_family_t.self)
    }
    return withUnsafeBytes(of: &storage) { room in
      room.baseAddress.flatMap { IPAddress(socketAddress: $0, length: length) }
    }
  }

  private static let four: [UInt8] = [0, 0, 0, 80, 192, 0, 2, 1] + [UInt8](repeating: 9, count: 8)
  private static let six: [UInt8] =
    [0, 0, 0, 80, 1, 2, 3, 4, 0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [7]
    + [0, 0, 0, 0]

  @Test(
    arguments: [
      (AF_INET, four, .max, "192.0.2.1"), (AF_INET, four, 16, "192.0.2.1"),
      (AF_INET, four, 15, nil),
      (AF_INET6, six, .max, "2001:db8::7"), (AF_INET6, six, 28, "2001:db8::7"),
      (AF_INET6, six, 27, nil), (AF_UNIX, four, .max, nil), (AF_UNSPEC, six, .max, nil),
    ] as [(CInt, [UInt8], Int, String?)]
  )
  func `An address is read where it is whole, and one of IP`(
    family: CInt,
    bytes: [UInt8],
    length: Int,
    text: String?
  ) {
    #expect(address(family, bytes, length: length)?.description == text)
  }

  @Test(arguments: [("127.0.0.1", true), ("127.8.0.1", true), ("0.0.0.0", false)])
  func `A socket tells where it is bound, and whether others can reach it`(
    text: String,
    isLoopback: Bool
  ) throws {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    try #require(inet_pton(AF_INET, text, &address.sin_addr) == 1)
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
    let bound = try #require(BoundAddress(of: descriptor))
    #expect(bound.address.description == text)
    #expect(bound.port != 0)
    #expect(bound.isLoopback == isLoopback)
  }

  @Test func `What is no socket of IP is bound nowhere`() {
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    #expect(BoundAddress(of: descriptor) == nil)
    #expect(BoundAddress(of: -1) == nil)
  }
}
