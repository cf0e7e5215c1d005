internal import NetwatchCore

extension AddressClass {
  /// The class of an address by itself, apart from what may be embedded in it; nil for one of the
  /// internet.
  init?(_ address: IPAddress) {
    let found = Self.ranges.first { address.isIn($0.range) }
    guard let found else { return nil }
    self = found.kind
  }

  /// The first that an address lies in counts.
  private static let ranges: [(kind: AddressClass, range: AddressRange)] =
    metadataRanges.map { (.metadata, $0) } + [
      (.loopback, .ipv4(127, 0, 0, 0, bits: 8)),
      (.loopback, .ipv6(0, 1, bits: 128)),
      (.linkLocal, .ipv4(169, 254, 0, 0, bits: 16)),
      (.linkLocal, .ipv6(0xFE80 << 48, 0, bits: 10)),
      (.unspecified, .ipv4(0, 0, 0, 0, bits: 8)),
      (.unspecified, .ipv6(0, 0, bits: 128)),
      (.multicast, .ipv4(224, 0, 0, 0, bits: 4)),
      (.multicast, .ipv6(0xFF00 << 48, 0, bits: 8)),
      (.broadcast, .ipv4(255, 255, 255, 255, bits: 32)),
      (.reserved, .ipv4(240, 0, 0, 0, bits: 4)),
      (.privateNetwork, .ipv4(10, 0, 0, 0, bits: 8)),
      (.privateNetwork, .ipv4(172, 16, 0, 0, bits: 12)),
      (.privateNetwork, .ipv4(192, 168, 0, 0, bits: 16)),
      // Carriers' networks (RFC 6598), protocol assignments (RFC 6890), benchmarks (RFC 2544).
      (.privateNetwork, .ipv4(100, 64, 0, 0, bits: 10)),
      (.privateNetwork, .ipv4(192, 0, 0, 0, bits: 24)),
      (.privateNetwork, .ipv4(198, 18, 0, 0, bits: 15)),
      (.privateNetwork, .ipv6(0xFC00 << 48, 0, bits: 7)),
      // Site-local addresses (RFC 3879), and NAT64 of one's own (RFC 8215).
      (.privateNetwork, .ipv6(0xFEC0 << 48, 0, bits: 10)),
      (.privateNetwork, .ipv6(0x0064_FF9B_0001_0000, 0, bits: 48)),
    ]

  /// As the providers document them.
  private static let metadataRanges: [AddressRange] = [
    // AWS, Google, Azure, DigitalOcean, Oracle, OpenStack and others.
    .ipv4(169, 254, 169, 254, bits: 32),
    // AWS: credentials of containers and of pods.
    .ipv4(169, 254, 170, 2, bits: 32),
    .ipv4(169, 254, 170, 23, bits: 32),
    // Tencent, Scaleway.
    .ipv4(169, 254, 0, 23, bits: 32),
    .ipv4(169, 254, 42, 42, bits: 32),
    // Alibaba, Azure's wire server, Oracle's older machines.
    .ipv4(100, 100, 100, 200, bits: 32),
    .ipv4(168, 63, 129, 16, bits: 32),
    .ipv4(192, 0, 0, 192, bits: 32),
    // AWS by IPv6: instances and pods.
    .ipv6(0xFD00_0EC2 << 32, 0x254, bits: 128),
    .ipv6(0xFD00_0EC2 << 32, 0x23, bits: 128),
    // Google, Oracle, Scaleway.
    .ipv6(0xFD20_00CE << 32, 0x254, bits: 128),
    .ipv6(0xFD00_00C1 << 32, 0xA9FE_A9FE, bits: 128),
    .ipv6(0xFD00_0042 << 32, 0x42, bits: 128),
  ]
}

/// Addresses that begin with the same bits.
private struct AddressRange {
  let first: IPAddress
  let bits: Int

  static func ipv4(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, bits: Int) -> Self {
    Self(first: IPAddress(ipv4: a << 24 | b << 16 | c << 8 | d), bits: bits)
  }

  static func ipv6(_ high: UInt64, _ low: UInt64, bits: Int) -> Self {
    Self(first: IPAddress(ipv6: high, low), bits: bits)
  }
}

extension IPAddress {
  fileprivate func isIn(_ range: AddressRange) -> Bool {
    guard family == range.first.family else { return false }
    if family == .ipv4 { return (low ^ range.first.low) >> (32 - range.bits) == 0 }
    let bits = range.bits
    // A shift by 64 leaves nothing.
    return (high ^ range.first.high) >> max(64 - bits, 0) == 0
      && (low ^ range.first.low) >> min(128 - bits, 64) == 0
  }
}
