extension IPAddress {
  /// What makes the address none of a host elsewhere, so that a route to it says nothing; `nil` where
  /// nothing does.
  package var flawAsLookupTarget: String? {
    if isUnspecified { return "the unspecified address" }
    if isLoopback { return "a loopback address" }
    if isLinkLocal { return "a link-local address" }
    if self == IPAddress(ipv4: .max) { return "the broadcast address" }
    return isMulticast ? "a multicast address" : nil
  }
}
