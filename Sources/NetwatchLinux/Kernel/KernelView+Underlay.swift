internal import NetwatchCore
internal import NetwatchNetlink

extension KernelView {
  /// Whether a tunnel has something to lead its packets out by; any other link needs nothing.
  mutating func hasUnderlay(_ link: Link) throws(NetlinkError) -> Bool {
    guard link.isTunnel else {
      underlay.led(by: link.index)
      return true
    }
    // Where the tunnel itself names the link under it, no other one counts.
    if let lower = link.lowerLink, lower > 0, lower != link.index { return try carries(lower) }
    if try isCarried() { return true }
    if underlay.isListingDue {
      listUnderlay()
      if try isCarried() { return true }
    }
    guard underlay.links.isEmpty else { return false }
    return try !hasOnlyIdleUplinks()
  }

  /// Whether there are links that packets could leave the host by, and none of them is usable.
  ///
  /// It is asked where no route has told which link leads out: the only uplink may have been set down,
  /// and so have lost its routes but not its IPv4 addresses, before anybody looked. A bridge without a
  /// use, and what is a part of a bridge, lead nowhere by themselves.
  private mutating func hasOnlyIdleUplinks() throws(NetlinkError) -> Bool {
    let addresses = try socket.addresses().elements.filter {
      !$0.address.isLinkLocal && !$0.address.isLoopback
    }
    let addressed = Set(addresses.map(\.interface))
    let uplinks = try socket.links().elements.filter {
      addressed.contains($0.index) && !$0.isTunnel && !$0.isLoopback && !$0.isBridge
        && $0.master == nil
    }
    return !uplinks.isEmpty && !uplinks.contains(where: \.isUsable)
  }

  private mutating func carries(_ index: Int32) throws(NetlinkError) -> Bool {
    guard let link = try socket.link(index), link.isUsable else { return false }
    return try hasUnderlay(link)
  }

  /// Whether one of the links that could carry a tunnel can do so now.
  private mutating func isCarried() throws(NetlinkError) -> Bool {
    for index in underlay.links {
      guard let link = try socket.link(index) else {
        underlay.forget(index)
        continue
      }
      if link.isUsable, try hasPort(link) { return true }
    }
    return false
  }

  /// Looks for links that a route leads out by, of either family: IPv4 can carry IPv6, and the other way
  /// round.
  ///
  /// What cannot be listed counts as not there: it is no reason to call a tunnel down.
  private mutating func listUnderlay() {
    underlay.listed()
    var found: Set<Int32> = []
    for family in AddressFamily.allCases {
      for route in routes(of: family) {
        let legs = (try? legs(of: route)) ?? []
        for leg in legs where route.leadsOut(by: leg) { found.insert(leg.interface) }
      }
    }
    for index in found.subtracting(underlay.links) {
      guard let link = try? socket.link(index), !link.isTunnel, !link.isLoopback else { continue }
      underlay.led(by: index)
    }
  }

  /// The first routes of a family, by a socket of its own that is given up with the rest of a long list.
  ///
  /// The kernel begins each table with the shortest prefixes, so defaults are among them.
  private func routes(of family: AddressFamily) -> [RouteEntry] {
    let listing = try? QuerySocket.open(in: namespace).unicastRoutes(of: family, limit: 4096)
    return listing?.elements ?? []
  }
}

extension RouteEntry {
  /// Whether packets that take a leg of this route are meant for beyond the link: they are handed to a
  /// gateway, or the route is as good as a default.
  ///
  /// The host route that a VPN keeps for its own packets is of the first kind; the subnet of a bridge for
  /// containers is of neither.
  fileprivate func leadsOut(by leg: RouteLeg) -> Bool {
    leg.gateway != nil || prefixLength <= 3
  }
}
