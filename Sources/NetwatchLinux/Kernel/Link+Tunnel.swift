internal import NetwatchNetlink

extension Link {
  /// Kinds whose packets leave by another link, wrapped in packets of this host's own.
  private static let tunnelKinds: Set<String> = [
    "wireguard", "ipip", "sit", "gre", "gretap", "ip6tnl", "ip6gre", "ip6gretap", "erspan",
    "ip6erspan", "vti", "vti6", "xfrm", "vxlan", "geneve", "ovpn", "amt", "fou",
  ]

  /// Whether what leaves by this link needs another one under it in the same namespace.
  ///
  /// A tap (a `tun` of Ethernet type) does not count: the only link of a rootless container is one,
  /// and what carries it lies outside. Nor does a tunnel that names a lower link in another namespace.
  var isTunnel: Bool {
    guard let kind, lowerNamespaceID == nil else { return false }
    if kind == "tun" { return !isEthernet }
    return Self.tunnelKinds.contains(kind)
  }
}
