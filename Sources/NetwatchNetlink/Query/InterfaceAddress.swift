import CLinux
import CNetlink
import Glibc
package import NetwatchCore

/// An address of an interface: `struct ifaddrmsg` and its attributes.
package struct InterfaceAddress: Hashable, Sendable {
  /// The address itself; of a point-to-point pair, the near end.
  package let address: IPAddress

  /// How many bits of the address name its subnet.
  package let prefixLength: UInt8

  /// The index of the interface.
  package let interface: Int32

  /// The state: bits IFA_F_TENTATIVE, IFA_F_DADFAILED, IFA_F_DEPRECATED and others of
  /// `<linux/if_addr.h>`.
  package let flags: UInt32

  /// How far it is valid: RT_SCOPE_UNIVERSE, RT_SCOPE_LINK and others of `<linux/rtnetlink.h>`.
  package let scope: UInt8

  /// The family of the address.
  package var family: AddressFamily { address.family }

  /// Reads what follows the header of an address message; nil where it names no address of IPv4 or
  /// IPv6.
  package init?(_ message: RawSpan) {
    guard let family = message.field(at: 0, as: UInt8.self),
      let prefixLength = message.field(at: 1, as: UInt8.self),
      let shortFlags = message.field(at: 2, as: UInt8.self),
      let scope = message.field(at: 3, as: UInt8.self),
      let interface = message.field(at: 4, as: Int32.self)
    else { return nil }
    var local: IPAddress?
    var remote: IPAddress?
    var flags = UInt32(shortFlags)
    forEachAttribute(in: message, from: 8) { type, value in
      switch type {
      case IFA_LOCAL: local = IPAddress(family: family, value)
      case IFA_ADDRESS: remote = IPAddress(family: family, value)
      case IFA_FLAGS: flags = value.field(at: 0) ?? flags
      default: break
      }
    }
    // Without a local part both ends are one.
    guard let address = local ?? remote else { return nil }
    self.address = address
    self.prefixLength = prefixLength
    self.interface = interface
    self.flags = flags
    self.scope = scope
  }
}
