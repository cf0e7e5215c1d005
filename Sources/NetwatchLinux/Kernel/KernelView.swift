internal import NetwatchCore
internal import NetwatchNetlink

/// Asks the kernel what it would do with a packet of each family, and makes a snapshot of the answers.
///
/// A family is reachable when, for one of the lookup addresses, the matching route has a leg whose
/// link is usable, and a packet that leaves by it would get a source address that is good beyond the
/// link.
struct KernelView: ~Copyable {
  private var socket: QuerySocket
  private var candidates: FamilyPair<LookupOrder?>
  private var binding: InterfaceBinding?
  private var underlay = UnderlayMemory()
  /// Links seen in the evaluation under way; usually both families leave by one.
  private var links = LinkMemory()

  static func open(
    _ configuration: LinuxConnectivityManager.Configuration
  ) throws(NetlinkError) -> KernelView {
    KernelView(
      socket: try QuerySocket.open(in: configuration.namespace),
      configuration: configuration
    )
  }

  private init(
    socket: consuming QuerySocket,
    configuration: LinuxConnectivityManager.Configuration
  ) {
    self.socket = socket
    candidates = FamilyPair(
      ipv4: LookupOrder(configuration, family: .ipv4),
      ipv6: LookupOrder(configuration, family: .ipv6)
    )
    binding = configuration.interface.map { InterfaceBinding(name: $0) }
  }

  /// Whether the interface that alone counts is there; true where any counts.
  mutating func hasInterface() throws(NetlinkError) -> Bool {
    links.forget()
    return try bindInterface()
  }

  /// Asks about both families.
  mutating func snapshot() throws(NetlinkError) -> Snapshot {
    links.forget()
    if binding != nil, try !bindInterface() {
      return Snapshot(ipv4: .unreachable(.linkDown), ipv6: .unreachable(.linkDown))
    }
    return Snapshot(ipv4: try verdict(.ipv4), ipv6: try verdict(.ipv6))
  }

  /// The path that a packet to an address would leave by, or `nil` where it stays on this host or
  /// leaves not at all.
  mutating func path(to address: IPAddress) throws(NetlinkError) -> NetworkPath? {
    let query = RouteQuery(destination: address, interface: binding?.index)
    guard case .route(let entry) = try socket.route(to: query),
      entry.kind == .unicast, let leg = entry.leg
    else { return nil }
    return leg.path(of: address.family)
  }

  /// Links are gone: one that comes with the same index is another one.
  mutating func linksDeleted(_ indexes: [Int32]) {
    binding?.linksDeleted(indexes)
  }

  /// The link that a family's packets leave by, or would leave by if it were usable.
  mutating func link(behind family: AddressFamily) throws(NetlinkError) -> Link? {
    guard let order = candidates[family] else { return nil }
    for address in order.addresses {
      let query = RouteQuery(destination: address, interface: binding?.index, fibMatch: true)
      guard case .route(let entry) = try socket.route(to: query) else { continue }
      for leg in try legs(of: entry) {
        if let link = try socket.link(leg.interface) { return link }
      }
    }
    return nil
  }
}

// MARK: - One family

extension KernelView {
  private mutating func verdict(_ family: AddressFamily) throws(NetlinkError) -> Verdict {
    guard let order = candidates[family] else { return .unreachable(.disabled) }
    var worst = UnreachableReason.disabled
    for address in order.addresses {
      switch try verdict(for: address) {
      case .reachable(let egress):
        candidates[family]?.prefer(address)
        return .reachable(egress)
      case .unreachable(let reason):
        worst = reason.isMoreTelling(than: worst) ? reason : worst
      }
    }
    return .unreachable(worst)
  }

  private mutating func verdict(for address: IPAddress) throws(NetlinkError) -> Verdict {
    let query = RouteQuery(destination: address, interface: binding?.index, fibMatch: true)
    switch try socket.route(to: query) {
    case .refused(let code, _): return .unreachable(UnreachableReason(errno: code))
    case .route(let entry):
      if let reason = UnreachableReason(route: entry.kind) { return .unreachable(reason) }
      return try verdict(for: address, by: entry)
    }
  }

  /// The first leg that works decides; where none does, the most telling reason of any.
  private mutating func verdict(
    for address: IPAddress,
    by entry: RouteEntry
  ) throws(NetlinkError) -> Verdict {
    var worst = UnreachableReason.noRoute
    for leg in try legs(of: entry) {
      switch try verdict(for: address, by: entry, leg: leg) {
      case .reachable(let egress): return .reachable(egress)
      case .unreachable(let reason): worst = reason.isMoreTelling(than: worst) ? reason : worst
      }
    }
    return .unreachable(worst)
  }

  private mutating func verdict(
    for address: IPAddress,
    by entry: RouteEntry,
    leg: RouteLeg
  ) throws(NetlinkError) -> Verdict {
    guard let link = try link(leg.interface), !link.isLoopback else {
      return .unreachable(.noRoute)
    }
    guard link.isUp else { return .unreachable(.linkDown) }
    guard link.isUsable, !leg.isDead else { return .unreachable(.noCarrier) }
    if try !hasUnderlay(link) { return .unreachable(.underlayDown) }
    guard let source = try source(towards: address, by: leg) else {
      return .unreachable(.noAddress)
    }
    return .reachable(
      Egress(
        path: leg.path(of: address.family),
        interfaceName: link.name,
        source: source,
        table: entry.table,
        metric: entry.metric
      )
    )
  }

  /// The address that a packet would get which leaves by this leg.
  private mutating func source(
    towards address: IPAddress,
    by leg: RouteLeg
  ) throws(NetlinkError) -> IPAddress? {
    let query = RouteQuery(destination: address, interface: leg.interface)
    guard case .route(let entry) = try socket.route(to: query), let source = entry.source,
      !source.isUnspecified, !source.isLinkLocal, !source.isLoopback
    else { return nil }
    return source
  }

  /// The legs of a route, those of a nexthop object included where it is all that the kernel names.
  private mutating func legs(of entry: RouteEntry) throws(NetlinkError) -> [RouteLeg] {
    if let leg = entry.leg { return [leg] + entry.otherLegs }
    guard let id = entry.nexthopID, let nexthop = try socket.nexthop(id) else { return [] }
    return nexthop.legs
  }
}

// MARK: - Links

extension KernelView {
  private mutating func link(_ index: Int32) throws(NetlinkError) -> Link? {
    if let known = links[index] { return known }
    guard let link = try socket.link(index) else { return nil }
    links.remember(link)
    return link
  }

  /// Finds the interface that alone counts, and says whether there is one.
  private mutating func bindInterface() throws(NetlinkError) -> Bool {
    guard let binding else { return true }
    if let index = binding.index, try link(index) != nil { return true }
    let found = try socket.link(named: binding.name)
    self.binding?.index = found?.index
    return found != nil
  }

  /// Whether a tunnel has something to lead its packets out by; any other link needs nothing.
  private mutating func hasUnderlay(_ link: Link) throws(NetlinkError) -> Bool {
    guard link.isTunnel else {
      underlay.seen()
      return true
    }
    let others = try socket.links().elements.filter { !$0.isTunnel && !$0.isLoopback }
    return underlay.isUsable(isThere: !others.isEmpty, isUsable: others.contains(where: \.isUsable))
  }
}
