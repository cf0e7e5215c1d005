import CNetlink
package import NetwatchCore

/// What the kernel would do with a packet: `struct rtmsg` and its attributes.
package struct RouteEntry: Hashable, Sendable {
  /// What kind of route it is: RTN_UNICAST, RTN_LOCAL and others of `<linux/rtnetlink.h>`.
  package internal(set) var type: UInt8

  /// The table that the route was found in.
  package internal(set) var table: UInt32

  /// The metric, or preference, of the route.
  package internal(set) var metric: UInt32 = 0

  /// The source address that a packet would get; most table entries name none.
  package internal(set) var source: IPAddress?

  /// The nexthop object that the route refers to.
  ///
  /// With net.ipv4.nexthop_compat_mode = 0 it is all that an entry says of its legs.
  package internal(set) var nexthopID: UInt32?

  /// The first leg.
  package internal(set) var leg: RouteLeg?

  /// The further legs of a multipath route.
  package internal(set) var otherLegs: [RouteLeg] = []

  /// Reads what follows the header of a route message; nil where its fixed part is cut off.
  package init?(_ message: RawSpan) {
    guard message.byteCount >= 12,
      let family = message.field(at: 0, as: UInt8.self),
      let table = message.field(at: 4, as: UInt8.self),
      let type = message.field(at: 7, as: UInt8.self),
      let flags = message.field(at: 8, as: UInt8.self)
    else { return nil }
    self.type = type
    self.table = UInt32(table)
    var leg = RouteLeg(interface: 0)
    leg.flags = flags
    forEachAttribute(in: message, from: 12) { type, value in
      read(type, value, family: family, into: &leg)
    }
    if leg.interface != 0 { self.leg = leg }
  }

  private mutating func read(
    _ type: Int,
    _ value: RawSpan,
    family: UInt8,
    into leg: inout RouteLeg
  ) {
    switch UInt32(type) {
    case RTA_TABLE.rawValue: table = value.field(at: 0) ?? table
    case RTA_PRIORITY.rawValue: metric = value.field(at: 0) ?? metric
    case RTA_PREFSRC.rawValue: source = IPAddress(family: family, value)
    case RTA_NH_ID.rawValue: nexthopID = value.field(at: 0)
    case RTA_OIF.rawValue: leg.interface = value.field(at: 0) ?? 0
    case RTA_MULTIPATH.rawValue: RouteLeg.forEach(in: value, family: family) { append($0) }
    default: leg.gateway = RouteLeg.gateway(type, value, family: family) ?? leg.gateway
    }
  }

  private mutating func append(_ leg: RouteLeg) {
    guard self.leg != nil else { return self.leg = leg }
    otherLegs.append(leg)
  }
}
