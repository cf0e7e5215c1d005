internal import Glibc
internal import NetwatchCore

/// Reads the addresses that routes are looked up to.
enum TargetAddress {
  /// An address of a host elsewhere, as inet_pton(3) reads it.
  static func parse(_ text: String) throws(UsageError) -> IPAddress {
    guard let address = ipv4(text) ?? ipv6(text) else {
      throw UsageError("--target needs an IPv4 or IPv6 address, not '\(text)'")
    }
    if let flaw = flaw(of: address) {
      throw UsageError("--target '\(text)' is \(flaw), and no address of a host elsewhere")
    }
    return address
  }

  private static func flaw(of address: IPAddress) -> String? {
    if address.isUnspecified { return "the unspecified address" }
    if address.isLoopback { return "a loopback address" }
    if address.isLinkLocal { return "a link-local address" }
    switch address.family {
    case .ipv4 where address.low >> 28 == 0xE, .ipv6 where address.high >> 56 == 0xFF:
      return "a multicast address"
    case .ipv4 where address.low == 0xFFFF_FFFF: return "the broadcast address"
    default: return nil
    }
  }

  private static func ipv4(_ text: String) -> IPAddress? {
    var address = in_addr()
    guard unsafe inet_pton(AF_INET, text, &address) == 1 else { return nil }
    return IPAddress(ipv4: UInt32(bigEndian: address.s_addr))
  }

  private static func ipv6(_ text: String) -> IPAddress? {
    var address = in6_addr()
    guard unsafe inet_pton(AF_INET6, text, &address) == 1 else { return nil }
    let halves = unsafe withUnsafeBytes(of: &address) { bytes in
      (
        unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
        unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      )
    }
    return IPAddress(ipv6: UInt64(bigEndian: halves.0), UInt64(bigEndian: halves.1))
  }
}
