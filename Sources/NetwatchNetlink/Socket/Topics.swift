import CLinux
import CNetlink
import Glibc

/// What the kernel's messages are about.
package struct Topics: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A link appeared, changed or went away.
  package static let link = Topics(rawValue: 1)

  /// An address appeared, changed or went away.
  package static let address = Topics(rawValue: 2)

  /// A route appeared, changed or went away.
  package static let route = Topics(rawValue: 4)

  /// A policy rule appeared or went away.
  package static let rule = Topics(rawValue: 8)

  /// A nexthop object appeared, changed or went away.
  package static let nexthop = Topics(rawValue: 16)

  /// Whether all topics of another set are in this one; the general form that every option set has is
  /// not made for this type when it is called from another module.
  package func contains(_ topics: Topics) -> Bool {
    rawValue & topics.rawValue == topics.rawValue
  }

  /// The topic of a message, by its type and the first byte after its header, its family.
  init(type: UInt16, family: UInt8?) {
    switch Int(type) {
    // A bridge says in the same words, but with its own family, that a port joined or left it.
    case RTM_NEWLINK, RTM_DELLINK: self = family == UInt8(AF_BRIDGE) ? [] : .link
    case RTM_NEWADDR, RTM_DELADDR: self = .address
    case RTM_NEWROUTE, RTM_DELROUTE: self = .route
    case RTM_NEWRULE, RTM_DELRULE: self = .rule
    case RTM_NEWNEXTHOP, RTM_DELNEXTHOP: self = .nexthop
    default: self = []
    }
  }
}
