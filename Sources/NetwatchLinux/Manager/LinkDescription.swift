/// A network interface, for display.
public struct LinkDescription: Hashable, Sendable {
  /// The kernel's index of the interface.
  public var index: Int32

  /// Its name: escape it before it reaches a terminal.
  public var name: String

  /// What kind of virtual interface it is (`veth`, `bridge`, `wireguard` …), or `nil` for hardware.
  public var kind: String?

  /// Whether it is administratively up (IFF_UP).
  public var isUp: Bool

  /// Whether it has a carrier and is ready to carry packets: up, running, and of the operational
  /// state UP or UNKNOWN (RFC 2863).
  public var isUsable: Bool

  /// Creates a description.
  public init(index: Int32, name: String, kind: String?, isUp: Bool, isUsable: Bool) {
    self.index = index
    self.name = name
    self.kind = kind
    self.isUp = isUp
    self.isUsable = isUsable
  }
}
