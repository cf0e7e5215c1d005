import CNetlink
package import NetwatchCore

/// The filter in plain Swift: what the kernel's program is tested against.
extension RouteFilter {
  /// Whether a datagram passes, judged like the kernel does by its first message.
  package func passes(_ datagram: RawSpan) -> Bool {
    guard let flags = datagram.field(at: 6, as: UInt16.self) else { return false }
    if CInt(flags) & NLM_F_MULTI != 0 { return true }
    guard let type = datagram.field(at: 4, as: UInt16.self) else { return false }
    guard [RTM_NEWROUTE, RTM_DELROUTE].contains(Int(type)) else { return true }
    guard let number = datagram.field(at: 16, as: UInt8.self) else { return false }
    guard let family = AddressFamily(number: number) else { return false }
    return passes(datagram, of: family)
  }

  private func passes(_ route: RawSpan, of family: AddressFamily) -> Bool {
    guard let addresses = addresses(of: family) else { return true }
    guard let prefix = route.field(at: 17, as: UInt8.self) else { return false }
    guard prefix > Self.shortPrefix, prefix <= (family == .ipv4 ? 32 : 128) else { return true }
    let type = Int(RTA_DST.rawValue)
    guard let offset = offsetOfAttribute(type, in: route, from: 28) else { return true }
    let value = route.extracting(droppingFirst: offset + attributeHeaderSize)
    guard let destination = IPAddress(family: family.number, value) else { return false }
    return addresses.contains { $0.isCovered(by: destination, prefixLength: Int(prefix)) }
  }
}

extension IPAddress {
  /// Whether the first bits of the address are those of a network's.
  ///
  /// - Parameters:
  ///   - network: The network's address.
  ///   - prefixLength: How many bits it has, from 0 to the width of its family.
  /// - Returns: Whether it is an address of the network.
  package func isCovered(by network: IPAddress, prefixLength: Int) -> Bool {
    guard network.family == family else { return false }
    // Shifting by 64 or more leaves nothing, so each half needs no case of its own.
    let beyond = bitWidth - prefixLength
    return (high ^ network.high) >> max(0, beyond - 64) == 0 && (low ^ network.low) >> beyond == 0
  }
}
