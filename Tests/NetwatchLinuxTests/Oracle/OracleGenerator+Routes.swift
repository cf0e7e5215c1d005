import NetwatchCore

extension OracleGenerator {
  mutating func route() -> String {
    let family = family()
    let prefix = pick(OracleTargets.prefixes(family))
    // What is deleted is the first that fits, however its packets went.
    if chance(25) { return "route del \(prefix)\(attributes())" }
    return "route \(verb(prefix)) " + way(prefix + attributes(), family)
  }

  /// Among IPv4 default routes of one metric the kernel chooses by the state of their neighbours, and
  /// each time anew (fib_select_default): no verdict could foresee that, so there is never more than one.
  private mutating func verb(_ prefix: String) -> String {
    let verb = pick(["add", "replace", "replace", "append"])
    return prefix == OracleTargets.everything(.ipv4) && verb == "append" ? "replace" : verb
  }

  private mutating func way(_ prefix: String, _ family: AddressFamily) -> String {
    switch draw(24) {
    case 0: return "\(pick(["unreachable", "blackhole", "prohibit"])) \(prefix)"
    case 1: return "throw \(prefix)"
    case ..<4: return "\(prefix) dev \(device().name)"
    case ..<6: return "\(prefix) nhid \(pick(Self.nexthops + Self.groups))"
    case 6: return "\(prefix) dev lo"
    case 7: return "\(prefix) \(hop(family)) src \(device().address(family))"
    case 8 where family == .ipv4: return "\(prefix) via inet6 \(inet6Hop())"
    case 9: return "\(prefix) from \(device().subnet(family)) \(hop(family))"
    case ..<14: return "\(prefix) nexthop \(leg(family)) nexthop \(leg(family))"
    case 14: return "\(prefix) \(hop(family)) mtu 1300"
    default: return "\(prefix) \(hop(family))"
    }
  }

  private mutating func attributes() -> String {
    let metric = chance(40) ? " metric \(pick([5, 10, 4000]))" : ""
    let table = chance(25) ? " table \(pick([100, 200]))" : ""
    return metric + table
  }

  static let nexthops = [1, 2, 3]
  static let groups = [10, 11]

  private mutating func hop(_ family: AddressFamily) -> String {
    let device = device()
    let isOnLink = chance(50)
    return "via \(device.gateway(family)) dev \(device.name)" + (isOnLink ? " onlink" : "")
  }

  private mutating func leg(_ family: AddressFamily) -> String {
    "\(hop(family)) weight \(pick([1, 1, 3]))"
  }

  private mutating func inet6Hop() -> String {
    let device = device()
    return "fe80::\(device.number + 1) dev \(device.name)"
  }

  // MARK: - Rules

  mutating func rule() -> String {
    let family = family()
    let rule = "\(family.option)rule"
    let priority = "prio \(pick([100, 200, 300]))"
    if chance(40) { return "\(rule) del \(priority)" }
    return "\(rule) add \(selector(family)) \(priority) \(action())"
  }

  private mutating func selector(_ family: AddressFamily) -> String {
    switch draw(10) {
    case 0: "from \(device().subnet(family))"
    case 1: "to \(pick(OracleTargets.addresses(family)))"
    case 2: "fwmark 1"
    case 3, 4: "oif \(pick(OracleDevice.veths).name)"
    case 5: "iif lo"
    case 6: "not from \(device().subnet(family))"
    case 7: "uidrange 0-0"
    default: "from all"
    }
  }

  private mutating func action() -> String {
    switch draw(12) {
    case 0: "blackhole"
    case 1: "prohibit"
    case 2: "unreachable"
    case 3: "table main suppress_prefixlength 0"
    case 4: "table main"
    default: "table \(pick([100, 200]))"
    }
  }

  // MARK: - Nexthop objects

  mutating func nexthop() -> String {
    let (family, id, group) = (family(), pick(Self.nexthops), pick(Self.groups))
    switch draw(12) {
    case 0: return "nexthop del id \(pick(Self.nexthops + Self.groups))"
    case ..<3: return "nexthop replace id \(group) group \(pick(["1/2", "1", "1,2/3,3", "2/3"]))"
    case 3: return "\(family.option)nexthop replace id \(id) blackhole"
    case 4: return "\(family.option)nexthop replace id \(id) dev \(device().name)"
    case ..<8:
      let prefix = pick(OracleTargets.prefixes(family))
      return "route replace \(prefix) nhid \(pick(Self.nexthops + Self.groups))"
    default: return "nexthop replace id \(id) \(hop(family))"
    }
  }

  // MARK: - Parameters

  mutating func parameter() -> OracleOperation {
    let device = pick(["all", device().name])
    let isOn = chance(35) ? "1" : "0"
    switch draw(8) {
    case 0: return .parameter("net.ipv6.conf.\(device).disable_ipv6", isOn)
    case 1: return .parameter("net.ipv6.conf.all.disable_ipv6", "0")
    case ..<4: return .parameter("net.ipv4.conf.\(device).ignore_routes_with_linkdown", isOn)
    case 4: return .parameter("net.ipv6.conf.\(device).ignore_routes_with_linkdown", isOn)
    case 5: return .parameter("net.ipv4.nexthop_compat_mode", isOn)
    case 6: return .parameter("net.ipv4.fib_multipath_hash_policy", "\(draw(3))")
    default: return .parameter("net.ipv6.fib_multipath_hash_policy", "\(draw(3))")
    }
  }
}

extension AddressFamily {
  /// What goes before a command of `ip` that does not name its family by an address.
  var option: String { self == .ipv4 ? "" : "-6 " }
}
