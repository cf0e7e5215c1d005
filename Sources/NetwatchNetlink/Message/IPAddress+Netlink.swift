import CLinux
import Glibc
import NetwatchCore

extension IPAddress {
  /// Reads an address as netlink carries it: 4 or 16 bytes in network order.
  ///
  /// It is nil for another family, and where bytes are missing.
  init?(family: some BinaryInteger, _ bytes: RawSpan) {
    switch CInt(clamping: family) {
    case AF_INET:
      guard let value = bytes.networkField(at: 0, as: UInt32.self) else { return nil }
      self.init(ipv4: value)
    case AF_INET6:
      guard let high = bytes.networkField(at: 0, as: UInt64.self) else { return nil }
      guard let low = bytes.networkField(at: 8, as: UInt64.self) else { return nil }
      self.init(ipv6: high, low)
    default: return nil
    }
  }

  /// The address in words of 32 bits, most significant first: one for IPv4, four for IPv6.
  var words: [UInt32] {
    let all = [high >> 32, high, low >> 32, low].map { UInt32(truncatingIfNeeded: $0) }
    return Array(all.suffix(bitWidth / 32))
  }
}

extension AddressFamily {
  /// The number of the family in messages: AF_INET or AF_INET6.
  var number: UInt8 { UInt8(self == .ipv4 ? AF_INET : AF_INET6) }

  /// The family with a number; nil for anything but AF_INET and AF_INET6.
  init?(number: UInt8) {
    switch CInt(number) {
    case AF_INET: self = .ipv4
    case AF_INET6: self = .ipv6
    default: return nil
    }
  }
}
