import CLinux
import CNetlink
import Glibc

extension QuerySocket {
  /// Asks about a nexthop object; nil where there is none.
  ///
  /// Groups are resolved, up to 256 members. The kernel puts no group into a group, so members that
  /// claim to be one have no legs. A member that goes away meanwhile is left out.
  package mutating func nexthop(_ id: UInt32) throws(NetlinkError) -> Nexthop? {
    guard let object = try nexthopObject(id) else { return nil }
    var nexthop = Nexthop(id: object.id, isBlackhole: object.isBlackhole)
    if let leg = object.leg { nexthop.legs.append(leg) }
    try append(object.members, to: &nexthop)
    return nexthop
  }

  private mutating func nexthopObject(_ id: UInt32) throws(NetlinkError) -> NexthopObject? {
    var object: NexthopObject?
    var failure = EBADMSG
    request.reset()
    request.append(nexthop: id)
    try exchange { _, header, payload in
      object = NexthopObject(header, payload)
      failure = ErrorMessage(header, payload)?.code ?? EBADMSG
    }
    if object != nil || failure == ENOENT { return object }
    throw NetlinkError(.describe, code: failure, operand: "nexthop \(id)")
  }

  private mutating func append(
    _ members: [NexthopObject.Member],
    to nexthop: inout Nexthop
  ) throws(NetlinkError) {
    for start in stride(from: 0, to: members.count, by: Self.batchSize) {
      let batch = members[start..<min(start + Self.batchSize, members.count)]
      request.reset()
      for member in batch { request.append(nexthop: member.id) }
      try exchange { index, header, payload in
        guard let object = NexthopObject(header, payload) else { return }
        nexthop.append(object, weight: batch[start + index].weight)
      }
    }
  }
}

extension NexthopObject {
  fileprivate init?(_ header: MessageHeader, _ payload: RawSpan) {
    guard Int(header.type) == RTM_NEWNEXTHOP else { return nil }
    self.init(payload)
  }
}

extension Nexthop {
  /// Takes a member of the group in.
  fileprivate mutating func append(_ object: NexthopObject, weight: Int) {
    // A black hole can only be a group's single member.
    isBlackhole = isBlackhole || object.isBlackhole
    guard var leg = object.leg else { return }
    leg.weight = weight
    legs.append(leg)
  }
}

extension RequestBuffer {
  fileprivate mutating func append(nexthop id: UInt32) {
    append(type: RTM_GETNEXTHOP) { request in
      request.append(UInt64(0))  // `struct nhmsg`: an object is found by its number alone.
      request.appendAttribute(NHA_ID, id)
    }
  }
}
