/// A usable path and what the kernel says of it.
public struct Egress: Hashable, Sendable {
  /// The path that a packet would leave by.
  public var path: NetworkPath

  /// What the interface is called at present.
  ///
  /// Names may hold any byte but `/` and white space: escape them before they reach a terminal.
  public var interfaceName: String

  /// The address that the kernel would choose as the packet's source.
  public var source: IPAddress

  /// The number of the routing table that holds the route; 254 is `main`.
  public var table: UInt32

  /// The metric of the route; lower wins.
  public var metric: UInt32

  /// Creates an egress.
  public init(
    path: NetworkPath,
    interfaceName: String,
    source: IPAddress,
    table: UInt32 = 254,
    metric: UInt32 = 0
  ) {
    self.path = path
    self.interfaceName = interfaceName
    self.source = source
    self.table = table
    self.metric = metric
  }
}
