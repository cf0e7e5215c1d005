internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchSystem

/// A UDP socket that never sends.
struct DatagramSocket: ~Copyable {
  private let descriptor: FileDescriptor
  private let family: AddressFamily

  /// Opens a socket, or returns `nil` where the family is refused.
  static func open(_ family: AddressFamily) -> DatagramSocket? {
    let kind = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family == .ipv4 ? AF_INET : AF_INET6, kind, 0)
    guard descriptor >= 0 else { return nil }
    return DatagramSocket(descriptor: FileDescriptor(owning: descriptor), family: family)
  }

  private init(descriptor: consuming FileDescriptor, family: AddressFamily) {
    self.descriptor = descriptor
    self.family = family
  }

  /// Chooses a destination, which looks up a route, and returns the error number where there is none.
  func connect(to address: IPAddress) -> CInt? {
    let status =
      switch family {
      case .ipv4: connect(sockaddr_in(address))
      case .ipv6: connect(sockaddr_in6(address))
      }
    return status == 0 ? nil : errno
  }

  /// The address that the socket would send from.
  var source: IPAddress? { BoundAddress(of: descriptor.rawValue)?.address }

  private func connect<Address>(_ address: Address) -> CInt {
    unsafe withUnsafePointer(to: address) { pointer in
      let generic = unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
      let length = socklen_t(MemoryLayout<Address>.size)
      return unsafe Glibc.connect(descriptor.rawValue, generic, length)
    }
  }
}

extension sockaddr_in {
  /// The discard port of an address: nothing is ever sent there.
  fileprivate init(_ address: IPAddress) {
    self.init()
    sin_family = sa_family_t(AF_INET)
    sin_port = in_port_t(9).bigEndian
    sin_addr.s_addr = UInt32(truncatingIfNeeded: address.low).bigEndian
  }
}

extension sockaddr_in6 {
  fileprivate init(_ address: IPAddress) {
    self.init()
    sin6_family = sa_family_t(AF_INET6)
    sin6_port = in_port_t(9).bigEndian
    unsafe withUnsafeMutableBytes(of: &sin6_addr) { bytes in
      unsafe bytes.storeBytes(of: address.high.bigEndian, as: UInt64.self)
      unsafe bytes.storeBytes(of: address.low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
  }
}
