/// An IPv4 or IPv6 address, held inline.
///
/// It has no scope: a link-local address means what it means on the interface named beside it.
public struct IPAddress: Hashable, Sendable {
  /// The version of the protocol that the address belongs to.
  public let family: AddressFamily

  /// The first eight bytes of an IPv6 address in network order; zero for IPv4.
  public let high: UInt64

  /// The last eight bytes of an IPv6 address, or the four of an IPv4 address, in network order.
  public let low: UInt64

  /// Creates an IPv4 address.
  ///
  /// - Parameter value: The address as a number: 192.0.2.1 is 0xC000_0201.
  public init(ipv4 value: UInt32) {
    family = .ipv4
    high = 0
    low = UInt64(value)
  }

  /// Creates an IPv6 address.
  ///
  /// - Parameters:
  ///   - high: The first eight bytes, most significant first.
  ///   - low: The last eight bytes, most significant first.
  public init(ipv6 high: UInt64, _ low: UInt64) {
    family = .ipv6
    self.high = high
    self.low = low
  }

  /// The number of bits of the address: 32 or 128.
  public var bitWidth: Int { family == .ipv4 ? 32 : 128 }

  /// Whether no packet is sent to or from this address: 0.0.0.0 or `::`.
  public var isUnspecified: Bool { high == 0 && low == 0 }

  /// Whether the address never leaves the host: 127.0.0.0/8, `::1`, or the former mapped into IPv6.
  public var isLoopback: Bool {
    switch family {
    case .ipv4: low >> 24 == 127
    case .ipv6: high == 0 && (low == 1 || low >> 24 == 0xFFFF_7F)
    }
  }

  /// Whether the address stands for a group of hosts, or for all: 224.0.0.0/4, ff00::/8, or
  /// 255.255.255.255.
  public var isMulticast: Bool {
    switch family {
    case .ipv4: low >> 28 == 0xE || low == 0xFFFF_FFFF
    case .ipv6: high >> 56 == 0xFF
    }
  }

  /// Whether the address is good for one link only: 169.254.0.0/16 (RFC 3927) or fe80::/10.
  public var isLinkLocal: Bool {
    switch family {
    case .ipv4: low >> 16 == 0xA9FE
    case .ipv6: high >> 54 == 0xFE80 >> 6
    }
  }
}
