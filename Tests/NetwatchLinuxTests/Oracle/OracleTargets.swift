import NetwatchCore

/// The lookup addresses of the walk: for each family one in the lower half of the address space and
/// one in the upper, so that half a default route is seen for what it is.
enum OracleTargets {
  static func addresses(_ family: AddressFamily) -> [IPAddress] {
    switch family {
    case .ipv4: [IPAddress(ipv4: 0x6440_0050), IPAddress(ipv4: 0xC000_0250)]
    case .ipv6:
      [
        IPAddress(ipv6: 0x2001_0DB8_0080_0000, 0x80), IPAddress(ipv6: 0xFD00_0080_0000_0000, 0x80),
      ]
    }
  }

  static let all = AddressFamily.allCases.flatMap(addresses)

  /// The prefix of a default route, written so that it names its family: a line of `ip -batch` cannot
  /// have the option that does.
  static func everything(_ family: AddressFamily) -> String {
    family == .ipv4 ? "0.0.0.0/0" : "::/0"
  }

  /// Prefixes that cover both targets, or one of them.
  static func prefixes(_ family: AddressFamily) -> [String] {
    switch family {
    case .ipv4:
      [
        everything(.ipv4), everything(.ipv4), everything(.ipv4), "0.0.0.0/1", "128.0.0.0/1",
        "100.64.0.0/10", "192.0.0.0/8",
        "192.0.2.0/24", "100.64.0.80/32", "192.0.2.80/32",
      ]
    case .ipv6:
      [
        everything(.ipv6), everything(.ipv6), everything(.ipv6), "::/1", "8000::/1", "2000::/3",
        "2001:db8:80::/48",
        "fd00::/8", "2001:db8:80::80/128", "fd00:80::80/128",
      ]
    }
  }
}
