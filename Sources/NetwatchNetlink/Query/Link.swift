import CNetlink

/// A network interface: `struct ifinfomsg` and its attributes.
package struct Link: Hashable, Sendable {
  /// The number of the interface; it outlives a change of name, and is used again after a removal.
  package internal(set) var index: Int32

  /// The name.
  package internal(set) var name = ""

  /// The kind of a virtual interface, for example `bridge` or `veth`; nil for hardware.
  package internal(set) var kind: String?

  /// The kind of the hardware: ARPHRD_ETHER and others of `<linux/if_arp.h>`.
  package internal(set) var hardwareType: UInt16

  /// What it is and does: bits IFF_UP, IFF_RUNNING, IFF_LOOPBACK and others of `<linux/if.h>`.
  package internal(set) var flags: UInt32

  /// The operational state of RFC 2863: IF_OPER_UP and others of `<linux/if.h>`.
  package internal(set) var operstate: UInt8 = 0

  /// Whether there is a signal on the line; nil where the kernel does not say.
  package internal(set) var carrier: Bool?

  /// The index of the bridge, bond or VRF that it is a part of.
  package internal(set) var master: Int32?

  /// The index of the interface below, or, for a veth, of its peer.
  package internal(set) var lowerLink: Int32?

  /// The number of the namespace that `lowerLink` is an index in; nil where it is this one.
  package internal(set) var lowerNamespaceID: Int32?

  /// The largest packet in bytes.
  package internal(set) var mtu: UInt32 = 0

  /// Reads what follows the header of a link message; nil where its fixed part is cut off.
  package init?(_ message: RawSpan) {
    guard message.byteCount >= 16,
      let hardwareType = message.field(at: 2, as: UInt16.self),
      let index = message.field(at: 4, as: Int32.self),
      let flags = message.field(at: 8, as: UInt32.self)
    else { return nil }
    self.index = index
    self.hardwareType = hardwareType
    self.flags = flags
    forEachAttribute(in: message, from: 16) { read($0, $1) }
  }

  private mutating func read(_ type: Int, _ value: RawSpan) {
    switch type {
    case IFLA_IFNAME: name = value.text
    case IFLA_OPERSTATE: operstate = value.field(at: 0) ?? 0
    case IFLA_CARRIER: carrier = value.field(at: 0, as: UInt8.self).map { $0 != 0 }
    case IFLA_MASTER: master = value.field(at: 0)
    case IFLA_LINK: lowerLink = value.field(at: 0)
    case IFLA_LINK_NETNSID: lowerNamespaceID = value.field(at: 0)
    case IFLA_MTU: mtu = value.field(at: 0) ?? 0
    case IFLA_LINKINFO: forEachAttribute(in: value) { readInfo($0, $1) }
    default: break
    }
  }

  private mutating func readInfo(_ type: Int, _ value: RawSpan) {
    switch type {
    case IFLA_INFO_KIND: kind = value.text
    // What other tunnels say by IFLA_LINK, VXLAN says among the parameters of its kind.
    case IFLA_INFO_DATA where kind == "vxlan":
      forEachAttribute(in: value) { if $0 == IFLA_VXLAN_LINK { lowerLink = $1.field(at: 0) } }
    default: break
    }
  }
}
