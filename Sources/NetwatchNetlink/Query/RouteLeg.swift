import CNetlink
package import NetwatchCore

/// One of the ways a route takes: an interface, and the gateway behind it.
package struct RouteLeg: Hashable, Sendable {
  /// The index of the interface; 0 where the kernel names none.
  package var interface: Int32

  /// The next hop, possibly of the other family than the destination; nil where the destination is
  /// on the link itself.
  package var gateway: IPAddress?

  /// The state of the leg: bits RTNH_F_DEAD, RTNH_F_LINKDOWN and others of `<linux/rtnetlink.h>`.
  package var flags: UInt8

  /// The leg's share among those of its route, at least 1.
  package var weight: Int

  package init(interface: Int32, gateway: IPAddress? = nil, flags: UInt8 = 0, weight: Int = 1) {
    self.interface = interface
    self.gateway = gateway
    self.flags = flags
    self.weight = weight
  }

  /// Reads RTA_GATEWAY or RTA_VIA.
  static func gateway(_ type: Int, _ value: RawSpan, family: UInt8) -> IPAddress? {
    switch UInt32(type) {
    case RTA_GATEWAY.rawValue: return IPAddress(family: family, value)
    case RTA_VIA.rawValue:
      guard let family = value.field(at: 0, as: UInt16.self) else { return nil }
      return IPAddress(family: family, value.extracting(droppingFirst: 2))
    default: return nil
    }
  }

  /// Visits the legs of RTA_MULTIPATH, and stops at the first that does not fit.
  static func forEach(in value: RawSpan, family: UInt8, _ body: (RouteLeg) -> Void) {
    var offset = 0
    while let length = value.field(at: offset, as: UInt16.self).map(Int.init) {
      guard length >= 8, length <= value.byteCount - offset else { return }
      let hop = value.extracting(offset..<offset + length)
      if let leg = RouteLeg(hop, family: family) { body(leg) }
      offset += aligned(length)
    }
  }

  /// Reads `struct rtnexthop` and the attributes behind it.
  private init?(_ hop: RawSpan, family: UInt8) {
    guard let flags = hop.field(at: 2, as: UInt8.self),
      let hops = hop.field(at: 3, as: UInt8.self),
      let interface = hop.field(at: 4, as: Int32.self)
    else { return nil }
    var gateway: IPAddress?
    forEachAttribute(in: hop, from: 8) { type, value in
      gateway = Self.gateway(type, value, family: family) ?? gateway
    }
    self.init(interface: interface, gateway: gateway, flags: flags, weight: Int(hops) + 1)
  }
}
