internal import NetwatchCore
internal import NetwatchNetlink

extension KernelView {
  /// The path that a packet to an address would leave by, or `nil` where it stays on this host or on
  /// the link, or leaves not at all.
  mutating func path(to address: IPAddress) throws(NetlinkError) -> NetworkPath? {
    let query = RouteQuery(destination: address, interface: binding?.index)
    guard case .route(let entry) = try socket.route(to: query),
      entry.kind == .unicast, let leg = entry.leg
    else { return nil }
    if leg.gateway == nil, try !isBeyondLink(address) { return nil }
    return leg.path(of: address.family)
  }

  /// Whether a packet to an address would leave by a usable link, or stay on this host.
  mutating func hasRoute(to address: IPAddress) throws(NetlinkError) -> Bool {
    let query = RouteQuery(destination: address, interface: binding?.index)
    guard case .route(let entry) = try socket.route(to: query) else { return false }
    // What is no unicast route and not refused is an address of this host.
    guard entry.kind == .unicast else { return entry.kind == .other }
    guard let leg = entry.leg, !leg.isDead, let link = try socket.link(leg.interface) else {
      return false
    }
    return link.isUsable
  }

  /// Whether an address that is reached without a gateway is more than a neighbour.
  ///
  /// Where the default itself has no gateway, as on a tunnel, it differs from the route of the link's
  /// own subnet only by what else it covers.
  private mutating func isBeyondLink(_ address: IPAddress) throws(NetlinkError) -> Bool {
    let query = RouteQuery(destination: address, interface: binding?.index, fibMatch: true)
    guard case .route(let entry) = try socket.route(to: query) else { return false }
    return addresses(of: address.family).contains {
      $0.isCovered(by: address, prefixLength: entry.prefixLength)
    }
  }

  /// The link that packets would leave by if it were usable, of a family that is not reachable.
  mutating func link(behind family: AddressFamily) throws(NetlinkError) -> Link? {
    for address in addresses(of: family) {
      let query = RouteQuery(destination: address, interface: binding?.index, fibMatch: true)
      guard case .route(let entry) = try socket.route(to: query) else { continue }
      for leg in try legs(of: entry) {
        if let link = try socket.link(leg.interface) { return link }
      }
    }
    return nil
  }

  /// The link that a path leads by.
  mutating func link(of path: NetworkPath) throws(NetlinkError) -> Link? {
    try socket.link(path.interfaceIndex)
  }

  /// The legs of a route, its nexthop object resolved.
  mutating func legs(of entry: RouteEntry) throws(NetlinkError) -> [RouteLeg] {
    if let leg = entry.leg { return [leg] + entry.otherLegs }
    guard let id = entry.nexthopID else { return [] }
    return try socket.nexthop(id)?.legs ?? []
  }
}
