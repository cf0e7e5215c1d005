import CLinux
import CNetlink
import Glibc

extension QuerySocket {
  /// Asks about the link with an index; nil where there is none.
  package mutating func link(_ index: Int32) throws(NetlinkError) -> Link? {
    guard index > 0 else { return nil }
    request.reset()
    request.append(type: RTM_GETLINK) { $0.appendLinkBody(index: index) }
    return try answeredLink(operand: "link \(index)")
  }

  /// Asks about the link with a name, or with an alternative name; nil where there is none.
  package mutating func link(named name: String) throws(NetlinkError) -> Link? {
    let length = name.utf8.count
    // The kernel takes an empty name for a question without one, and cuts at a zero byte.
    guard length > 0, length < ALTIFNAMSIZ, !name.utf8.contains(0) else { return nil }
    request.reset()
    request.append(type: RTM_GETLINK) { request in
      request.appendLinkBody(index: 0)
      request.appendAttribute(length < CNetlink.IFNAMSIZ ? IFLA_IFNAME : IFLA_ALT_IFNAME, name)
    }
    return try answeredLink(operand: "link \"\(name)\"")
  }

  private mutating func answeredLink(
    operand: @autoclosure () -> String
  ) throws(NetlinkError) -> Link? {
    var link: Link?
    var failure = EBADMSG
    try exchange { _, header, payload in
      link = Int(header.type) == RTM_NEWLINK ? Link(payload) : nil
      failure = ErrorMessage(header, payload)?.code ?? EBADMSG
    }
    if link != nil || failure == ENODEV { return link }
    throw NetlinkError(.describe, code: failure, operand: operand())
  }
}

extension RequestBuffer {
  /// Appends `struct ifinfomsg`, and the wish to be spared the counters: they are most of an answer.
  mutating func appendLinkBody(index: Int32) {
    append(UInt32(0))  // Family, padding, hardware type.
    append(index)
    append(UInt64(0))  // Flags, change mask.
    appendAttribute(IFLA_EXT_MASK, UInt32(RTEXT_FILTER_SKIP_STATS))
  }
}
