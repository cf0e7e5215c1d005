internal import CLinux
internal import Glibc
internal import NetwatchCore

/// The addresses of this host's interfaces (getifaddrs(3)).
enum HostAddresses {
  /// Asks the kernel for them; not zero where it does not tell.
  typealias Listing = (UnsafeMutablePointer<UnsafeMutablePointer<ifaddrs>?>) -> CInt

  /// Whether an address is one of them now, or may be, as the kernel does not tell.
  ///
  /// It asks the kernel, which takes tens of microseconds: far less than connecting does.
  static func contain(_ address: IPAddress) -> Bool {
    unsafe contain(address) { unsafe getifaddrs($0) }
  }

  static func contain(_ address: IPAddress, listedBy list: Listing) -> Bool {
    var first: UnsafeMutablePointer<ifaddrs>?
    // There are no descriptors left, for instance, which a client can bring about.
    guard unsafe list(&first) == 0 else { return true }
    defer { unsafe freeifaddrs(first) }
    var next = unsafe first
    while let entry = unsafe next {
      if let own = unsafe entry.pointee.ifa_addr, unsafe self.address(own) == address {
        return true
      }
      unsafe next = entry.pointee.ifa_next
    }
    return false
  }

  private static func address(_ address: UnsafePointer<sockaddr>) -> IPAddress? {
    let bytes = unsafe UnsafeRawPointer(address)
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET:
      let value = unsafe bytes.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr
      return IPAddress(ipv4: UInt32(bigEndian: value))
    case AF_INET6:
      let offset = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) ?? 8
      return IPAddress(
        ipv6: UInt64(
          bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        ),
        UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
      )
    default: return nil
    }
  }
}
