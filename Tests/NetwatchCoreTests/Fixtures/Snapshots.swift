import NetwatchCore

extension NetworkPath {
  /// A path by interface 2 and the gateway with this last byte.
  static func ipv4(_ gateway: UInt32, interface: Int32 = 2) -> Self {
    Self(
      family: .ipv4,
      interfaceIndex: interface,
      gateway: IPAddress(ipv4: 0xC000_0200 + gateway)
    )
  }

  /// A path by interface 2 and the link-local gateway with this last byte.
  static func ipv6(_ gateway: UInt64, interface: Int32 = 2) -> Self {
    Self(
      family: .ipv6,
      interfaceIndex: interface,
      gateway: IPAddress(ipv6: 0xFE80_0000_0000_0000, gateway)
    )
  }
}

extension Verdict {
  static let none = Verdict.unreachable(.noRoute)

  static func by(
    _ path: NetworkPath,
    name: String = "eth0",
    source: UInt32 = 0xC000_0214,
    metric: UInt32 = 100
  ) -> Self {
    .reachable(
      Egress(
        path: path,
        interfaceName: name,
        source: path.family == .ipv4
          ? IPAddress(ipv4: source) : IPAddress(ipv6: 0x2001_DB8 << 32, UInt64(source)),
        metric: metric
      )
    )
  }
}

extension Snapshot {
  static let linkDown = Snapshot(ipv4: .unreachable(.linkDown), ipv6: .none)

  /// IPv4 by the gateway with this last byte, IPv6 by that with the other; `nil` is unreachable.
  static func by(_ ipv4: UInt32?, _ ipv6: UInt64? = nil) -> Self {
    Self(
      ipv4: ipv4.map { .by(.ipv4($0)) } ?? .none,
      ipv6: ipv6.map { .by(.ipv6($0)) } ?? .none
    )
  }
}
