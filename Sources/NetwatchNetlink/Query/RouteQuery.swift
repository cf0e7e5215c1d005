package import NetwatchCore

/// A question to the kernel: what it would do with a packet.
package struct RouteQuery: Hashable, Sendable {
  /// Where the packet goes.
  package var destination: IPAddress

  /// The index of the interface that it must leave by; nil leaves the choice to the kernel.
  package var interface: Int32?

  /// The packet's firewall mark, which policy rules may ask for.
  package var mark: UInt32?

  /// The user whose packet it is, which policy rules may ask for.
  package var uid: UInt32?

  /// Whether the answer is the matching entry of the table, with all its legs and their state, in
  /// place of the one leg and the source address that a packet would get.
  package var fibMatch: Bool

  package init(
    destination: IPAddress,
    interface: Int32? = nil,
    mark: UInt32? = nil,
    uid: UInt32? = nil,
    fibMatch: Bool = false
  ) {
    self.destination = destination
    self.interface = interface
    self.mark = mark
    self.uid = uid
    self.fibMatch = fibMatch
  }
}
