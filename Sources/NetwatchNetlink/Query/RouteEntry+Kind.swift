import CNetlink

extension RouteEntry {
  /// What becomes of a packet that takes the route (ip-route(8), the types of routes).
  package enum Kind: Hashable, Sendable {
    case unicast, unreachable, prohibited, blackhole, other
  }

  /// What becomes of a packet that takes this route.
  package var kind: Kind {
    switch Int(type) {
    case Int(RTN_UNICAST): .unicast
    case Int(RTN_UNREACHABLE): .unreachable
    case Int(RTN_PROHIBIT): .prohibited
    case Int(RTN_BLACKHOLE): .blackhole
    default: .other
    }
  }
}

extension RouteLeg {
  /// Whether the kernel has given the leg up, because its link is down.
  package var isDead: Bool { flags & UInt8(RTNH_F_DEAD) != 0 }
}
