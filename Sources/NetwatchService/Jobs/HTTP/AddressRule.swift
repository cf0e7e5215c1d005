internal import NetwatchCore

/// Which addresses jobs may ask: the decision about the very address that is connected to.
struct AddressRule: Hashable, Sendable {
  private let refused: Set<AddressClass>

  init(_ settings: HTTPJobSettings) {
    var refused = Set(AddressClass.allCases)
    if settings.allowsLoopback { refused.remove(.loopback) }
    if settings.allowsLinkLocal { refused.remove(.linkLocal) }
    if settings.allowsMetadata { refused.remove(.metadata) }
    if settings.allowsPrivate { refused.remove(.privateNetwork) }
    self.refused = refused
  }

  /// Judges an address.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - isOwn: Says whether an address is one of this host's interfaces.
  /// - Returns: Why it must not be asked; nil where it may.
  func refusal(of address: IPAddress, isOwn: (IPAddress) -> Bool = { _ in false }) -> AddressClass?
  {
    for address in [address] + address.embedded {
      if let kind = AddressClass(address), refused.contains(kind) { return kind }
      if refused.contains(.loopback), isOwn(address) { return .loopback }
    }
    return nil
  }
}

extension IPAddress {
  /// The IPv4 addresses that a gateway, or the kernel, may take this one for.
  fileprivate var embedded: [IPAddress] {
    guard family == .ipv6 else { return [] }
    let last = UInt32(truncatingIfNeeded: low)
    var found: [UInt32] = []
    switch (high, low >> 32) {
    // IPv4-mapped (RFC 4291), IPv4-translated (RFC 2765), and the former IPv4-compatible.
    case (0, 0xFFFF), (0, 0xFFFF_0000): found = [last]
    case (0, 0) where low > 1: found = [last]
    // NAT64 (RFC 6052).
    case (0x0064_FF9B << 32, 0): found = [last]
    default: break
    }
    // 6to4 (RFC 3056).
    if high >> 48 == 0x2002 { found.append(UInt32(truncatingIfNeeded: high >> 16)) }
    // Teredo (RFC 4380): the server, and behind it the client with all bits turned.
    if high >> 32 == 0x2001_0000 { found += [UInt32(truncatingIfNeeded: high), ~last] }
    if high >> 16 == 0x0064_FF9B_0001 { found += localNAT64(last) }
    // ISATAP (RFC 5214), under any prefix.
    if low >> 32 & ~0x0200_0000 == 0x5EFE { found.append(last) }
    return found.map { IPAddress(ipv4: $0) }
  }

  /// The address behind a prefix of 48 or 96 bits of NAT64 (RFC 6052, section 2.2); the other places
  /// hold zeros then.
  private func localNAT64(_ last: UInt32) -> [UInt32] {
    let middle =
      UInt32(truncatingIfNeeded: high) << 16 | UInt32(truncatingIfNeeded: low >> 40) & 0xFFFF
    return [last, middle].filter { $0 != 0 }
  }
}
