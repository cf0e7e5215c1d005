internal import CLinux
internal import Glibc
internal import NetwatchCore

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
  var source: IPAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      let address = unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
      guard unsafe getsockname(descriptor.rawValue, address, &length) == 0 else { return nil }
      return unsafe IPAddress(UnsafeRawPointer(pointer), family: family)
    }
  }

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

extension IPAddress {
  fileprivate init?(_ pointer: UnsafeRawPointer, family: AddressFamily) {
    switch family {
    case .ipv4:
      let address = unsafe pointer.loadUnaligned(as: sockaddr_in.self)
      self.init(ipv4: UInt32(bigEndian: address.sin_addr.s_addr))
    case .ipv6:
      // struct sockaddr_in6: the address follows family, port and flow label.
      self.init(
        ipv6: UInt64(bigEndian: unsafe pointer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
        UInt64(bigEndian: unsafe pointer.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
      )
    }
  }
}
