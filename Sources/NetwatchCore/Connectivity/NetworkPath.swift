/// The way a packet would leave the host: family, interface and gateway.
///
/// The interface is known by its index, because it can be renamed while it is in use.
public struct NetworkPath: Hashable, Sendable {
  /// The family of the packets that leave by this path.
  public let family: AddressFamily

  /// The kernel's index of the interface (if_nametoindex(3)).
  public let interfaceIndex: Int32

  /// The next hop, which can be of the other family (RFC 8950), or `nil` where there is none, as on a
  /// tunnel.
  public let gateway: IPAddress?

  /// Creates a path.
  public init(family: AddressFamily, interfaceIndex: Int32, gateway: IPAddress?) {
    self.family = family
    self.interfaceIndex = interfaceIndex
    self.gateway = gateway
  }
}
