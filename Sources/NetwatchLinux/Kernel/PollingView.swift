internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchNetlink

/// Learns what can be learned without netlink: whether a UDP socket can be connected to a lookup
/// address, which looks up a route and sends no packet (connect(2), udp(7)).
///
/// It sees no link, no gateway and no carrier: the path it names has the interface 0, without a name.
struct PollingView: Sendable {
  private let namespace: NamespaceDescriptor?
  private let candidates: FamilyPair<LookupOrder?>

  init(
    _ configuration: LinuxConnectivityManager.Configuration,
    in namespace: NamespaceDescriptor?
  ) {
    self.namespace = namespace
    candidates = FamilyPair(
      ipv4: LookupOrder(configuration, family: .ipv4),
      ipv6: LookupOrder(configuration, family: .ipv6)
    )
  }

  /// Checks that there is anything to learn at all.
  func check() throws(ConnectivityError) {
    guard DatagramSocket.open(.ipv4) != nil else {
      throw ConnectivityError(.unavailable, "neither netlink nor IPv4 sockets are allowed here")
    }
  }

  func snapshot() throws(NetlinkError) -> Snapshot {
    try inNamespace(namespace) { () throws(NetlinkError) in
      Snapshot(ipv4: verdict(.ipv4), ipv6: verdict(.ipv6))
    }
  }

  func hasRoute(to address: IPAddress) throws(NetlinkError) -> Bool {
    try inNamespace(namespace) { () throws(NetlinkError) in
      guard let socket = DatagramSocket.open(address.family) else { return false }
      return socket.connect(to: address) == nil
    }
  }

  private func verdict(_ family: AddressFamily) -> Verdict {
    guard let order = candidates[family] else { return .unreachable(.disabled) }
    var verdict = Verdict.unreachable(.disabled)
    for address in order.addresses where !verdict.isReachable {
      verdict = self.verdict(for: address).orMoreTelling(verdict)
    }
    return verdict
  }

  private func verdict(for address: IPAddress) -> Verdict {
    guard let socket = DatagramSocket.open(address.family) else { return .unreachable(.disabled) }
    if let code = socket.connect(to: address) {
      return .unreachable(UnreachableReason(errno: code))
    }
    guard let source = socket.source, !source.isLinkLocal, !source.isUnspecified,
      !source.isLoopback
    else { return .unreachable(.noAddress) }
    let path = NetworkPath(family: address.family, interfaceIndex: 0, gateway: nil)
    return .reachable(
      Egress(
        path: path,
        interfaceName: "",
        source: source,
        table: 0,
        metric: 0
      )
    )
  }
}
