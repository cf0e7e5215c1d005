internal import CLinux
internal import Glibc

/// A port of a loopback address, to listen on.
enum LoopbackAddress: CustomStringConvertible {
  /// 127.0.0.1.
  case ipv4(port: UInt16)

  /// ::1.
  case ipv6(port: UInt16)

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
