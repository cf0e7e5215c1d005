public import NetwatchCore

/// The addresses that routes are looked up to where the user names none.
public enum LookupAddresses {
  /// A few global unicast addresses a family, outside the documentation ranges and spread over the
  /// address space, so that a pair of half defaults (0/1 and 128/1) or one broken prefix is seen for
  /// what it is.
  ///
  /// They belong to public name servers, and are only keys: no packet is sent to them.
  public static let builtIn: [IPAddress] = [
    IPAddress(ipv4: 0x0808_0808),  // 8.8.8.8
    IPAddress(ipv4: 0x5050_5050),  // 80.80.80.80
    IPAddress(ipv4: 0xC100_0E81),  // 193.0.14.129
    IPAddress(ipv4: 0xCA0C_1B21),  // 202.12.27.33
    IPAddress(ipv6: 0x2001_07FD_0000_0000, 0x1),  // 2001:7fd::1
    IPAddress(ipv6: 0x2001_0DC3_0000_0000, 0x35),  // 2001:dc3::35
    IPAddress(ipv6: 0x2606_4700_4700_0000, 0x1111),  // 2606:4700:4700::1111
    IPAddress(ipv6: 0x2A00_1450_4001_0000, 0x1),  // 2a00:1450:4001::1
  ]
}
