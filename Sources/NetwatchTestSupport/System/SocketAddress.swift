import CLinux
import Glibc
package import NetwatchCore

/// Where a datagram or a connection comes from or goes to.
package struct SocketAddress: Hashable, Sendable {
  package let address: IPAddress
  package let port: UInt16

  package init(address: IPAddress, port: UInt16) {
    self.address = address
    self.port = port
  }

  /// Reads an address as inet_pton(3) does.
  package init(_ text: String, port: UInt16) throws {
    let isIPv6 = text.contains(":")
    var bytes = [UInt8](repeating: 0, count: isIPv6 ? 16 : 4)
    guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, text, &bytes) == 1 else {
      throw SystemCallFailure(operation: "inet_pton \(text)", code: EINVAL)
    }
    self.init(address: Self.address(fromBytes: bytes), port: port)
  }

  /// The address in network order: four bytes, or sixteen.
  static func address(fromBytes bytes: some Collection<UInt8>) -> IPAddress {
    func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    if bytes.count == 4 { return IPAddress(ipv4: UInt32(number(bytes))) }
    return IPAddress(ipv6: number(bytes.prefix(8)), number(bytes.dropFirst(8)))
  }
}

extension SocketAddress: CustomStringConvertible {
  /// As in a URL: `192.0.2.80:80` or `[2001:db8:80::80]:80`.
  package var description: String {
    address.family == .ipv4 ? "\(address):\(port)" : "[\(address)]:\(port)"
  }
}

extension SocketAddress {
  var domain: CInt { address.family == .ipv4 ? AF_INET : AF_INET6 }

  /// Hands the address to a C call.
  func withPointer<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result
  ) rethrows -> Result {
    switch address.family {
    case .ipv4:
      var ipv4 = sockaddr_in()
      ipv4.sin_family = sa_family_t(AF_INET)
      ipv4.sin_port = port.bigEndian
      ipv4.sin_addr.s_addr = UInt32(truncatingIfNeeded: address.low).bigEndian
      return try withUnsafeBytes(of: &ipv4) { try Self.rebound($0, body) }
    case .ipv6:
      var ipv6 = sockaddr_in6()
      ipv6.sin6_family = sa_family_t(AF_INET6)
      ipv6.sin6_port = port.bigEndian
      withUnsafeMutableBytes(of: &ipv6.sin6_addr) { bytes in
        bytes.storeBytes(of: address.high.bigEndian, as: UInt64.self)
        bytes.storeBytes(of: address.low.bigEndian, toByteOffset: 8, as: UInt64.self)
      }
      return try withUnsafeBytes(of: &ipv6) { try Self.rebound($0, body) }
    }
  }

  private static func rebound<Result>(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result
  ) rethrows -> Result {
    guard let start = bytes.baseAddress else { preconditionFailure("A struct has an address.") }
    return try body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
  }

  /// Fills an address from a call such as getsockname(2), or `nil` where it is not of IP.
  static func received(
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) throws -> Void
  ) rethrows -> SocketAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return try withUnsafeMutableBytes(of: &storage) { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("A struct has an address.") }
      try body(start.assumingMemoryBound(to: sockaddr.self), &length)
      return SocketAddress(sockaddr: UnsafeRawBufferPointer(bytes))
    }
  }

  private init?(sockaddr bytes: UnsafeRawBufferPointer) {
    let port = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    // The address lies at 4 in sockaddr_in, and at 8, after the flow label, in sockaddr_in6.
    switch CInt(bytes.load(as: sa_family_t.self)) {
    case AF_INET: self.init(address: Self.address(fromBytes: bytes[4..<8]), port: port)
    case AF_INET6: self.init(address: Self.address(fromBytes: bytes[8..<24]), port: port)
    default: return nil
    }
  }
}
