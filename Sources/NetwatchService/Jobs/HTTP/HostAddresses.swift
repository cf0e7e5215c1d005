internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchSystem

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
      if let own = unsafe entry.pointee.ifa_addr, unsafe IPAddress(socketAddress: own) == address {
        return true
      }
      unsafe next = entry.pointee.ifa_next
    }
    return false
  }
}
