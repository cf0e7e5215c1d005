import CNetlink
import NetwatchCore

/// A nexthop object as the kernel describes it: one way, a black hole, or a group of other objects.
struct NexthopObject {
  /// A place in a group: `struct nexthop_grp`.
  struct Member: Hashable {
    let id: UInt32
    let weight: Int
  }

  /// How many members of a group are looked at.
  static let memberLimit = 256

  private(set) var id: UInt32 = 0
  private(set) var isBlackhole = false
  private(set) var leg: RouteLeg?
  private(set) var members: [Member] = []

  /// Reads what follows the header of a nexthop message; nil where its fixed part is cut off.
  init?(_ message: RawSpan) {
    guard message.byteCount >= 8, let family = message.field(at: 0, as: UInt8.self),
      let flags = message.field(at: 4, as: UInt8.self)
    else { return nil }
    var leg = RouteLeg(interface: 0)
    leg.flags = flags
    forEachAttribute(in: message, from: 8) { type, value in
      switch type {
      case NHA_ID: id = value.field(at: 0) ?? 0
      case NHA_OIF: leg.interface = value.field(at: 0) ?? 0
      case NHA_GATEWAY: leg.gateway = IPAddress(family: family, value)
      case NHA_BLACKHOLE: isBlackhole = true
      case NHA_GROUP: readMembers(value)
      default: break
      }
    }
    if leg.interface != 0 { self.leg = leg }
  }

  private mutating func readMembers(_ value: RawSpan) {
    var offset = 0
    while members.count < Self.memberLimit,
      let id = value.field(at: offset, as: UInt32.self),
      let low = value.field(at: offset + 4, as: UInt8.self),
      let high = value.field(at: offset + 5, as: UInt8.self)
    {
      // The second byte carries the high bits of the weight since Linux 6.12, and zero before.
      members.append(Member(id: id, weight: Int(high) << 8 + Int(low) + 1))
      offset += 8
    }
  }
}
