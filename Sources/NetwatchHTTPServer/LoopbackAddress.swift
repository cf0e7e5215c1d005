internal import CLinux
internal import Glibc

/// A port of a loopback address.
enum LoopbackAddress: CustomStringConvertible {
  /// 127.0.0.1; as an address that is bound, any of 127.0.0.0/8.
  case ipv4(port: UInt16)

  /// ::1.
  case ipv6(port: UInt16)

  var port: UInt16 {
    switch self {
    case .ipv4(let port), .ipv6(let port): port
    }
  }

  var family: CInt {
    switch self {
    case .ipv4: AF_INET
    case .ipv6: AF_INET6
    }
  }

  var description: String {
    switch self {
    case .ipv4(let port): "127.0.0.1, port \(port)"
    case .ipv6(let port): "::1, port \(port)"
    }
  }

  /// Where a socket is bound; nil where that is no loopback address.
  init?(boundTo socket: CInt) {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      unsafe getsockname(socket, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
    }
    guard status == 0 else { return nil }
    let family = CInt(storage.ss_family)
    let found: LoopbackAddress? = unsafe withUnsafeBytes(of: storage) { bytes in
      switch family {
      case AF_INET: unsafe Self.ipv4(bytes.loadUnaligned(as: sockaddr_in.self))
      case AF_INET6: unsafe Self.ipv6(bytes.loadUnaligned(as: sockaddr_in6.self))
      default: nil
      }
    }
    guard let found else { return nil }
    self = found
  }

  private static func ipv4(_ address: sockaddr_in) -> LoopbackAddress? {
    guard UInt32(bigEndian: address.sin_addr.s_addr) >> 24 == 127 else { return nil }
    return .ipv4(port: UInt16(bigEndian: address.sin_port))
  }

  private static func ipv6(_ address: sockaddr_in6) -> LoopbackAddress? {
    let bytes = unsafe withUnsafeBytes(of: address.sin6_addr) { unsafe Array($0) }
    guard bytes == [UInt8](repeating: 0, count: 15) + [1] else { return nil }
    return .ipv6(port: UInt16(bigEndian: address.sin6_port))
  }

  /// Binds a socket; false where errno says why not.
  func bind(_ socket: CInt) -> Bool {
    switch self {
    case .ipv4(let port):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return Self.bind(socket, address)
    case .ipv6(let port):
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0[15] = 1 }
      return Self.bind(socket, address)
    }
  }

  private static func bind<Address>(_ socket: CInt, _ address: Address) -> Bool {
    unsafe withUnsafeBytes(of: address) { bytes in
      unsafe Glibc.bind(
        socket,
        bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count)
      )
    } == 0
  }
}
