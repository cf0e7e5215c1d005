internal import NetwatchCore
internal import NetwatchNetlink

extension KernelView {
  /// The path that a packet to an address would leave by, or `nil` where it stays on this host or
  /// leaves not at all.
  mutating func path(to address: IPAddress) throws(NetlinkError) -> NetworkPath? {
    let query = RouteQuery(destination: address, interface: binding?.index)
    guard case .route(let entry) = try socket.route(to: query),
      entry.kind == .unicast, let leg = entry.leg
    else { return nil }
    return leg.path(of: address.family)
  }

  /// The link that packets to one of some addresses leave by, or would leave by if it were usable.
  mutating func link(towards addresses: [IPAddress]) throws(NetlinkError) -> Link? {
    for address in addresses {
      let query = RouteQuery(destination: address, interface: binding?.index, fibMatch: true)
      guard case .route(let entry) = try socket.route(to: query) else { continue }
      for leg in try legs(of: entry) {
        if let link = try socket.link(leg.interface) { return link }
      }
    }
    return nil
  }

  /// The link that a family's packets leave by, or would leave by if it were usable.
  mutating func link(behind family: AddressFamily) throws(NetlinkError) -> Link? {
    try link(towards: addresses(of: family))
  }

  private mutating func legs(of entry: RouteEntry) throws(NetlinkError) -> [RouteLeg] {
    if let leg = entry.leg { return [leg] + entry.otherLegs }
    guard let id = entry.nexthopID else { return [] }
    return try socket.nexthop(id)?.legs ?? []
  }
}
