import CLinux
import CNetlink
import Glibc
package import NetwatchCore

/// Which messages about routes are worth waking up for.
///
/// A host with a full routing table hears of hundreds of thousands of routes that change nothing
/// about whether a lookup address can be reached. What passes: everything that is not about a
/// unicast route; messages of a dump; routes with a prefix of at most three bits, which covers the
/// default route and the pairs that override it (0.0.0.0/1 and 128.0.0.0/1); and routes that cover
/// a lookup address, in whatever table they are.
package struct RouteFilter: Hashable, Sendable {
  /// The longest prefix that always passes.
  static let shortPrefix: UInt8 = 3

  /// How many addresses of a family are compared; with more, all routes of the family pass.
  static let addressLimit = 16

  /// The addresses whose routes matter.
  package let lookupAddresses: [IPAddress]

  /// Creates a filter.
  ///
  /// - Parameter lookupAddresses: The addresses whose routes matter. With more than sixteen of a
  ///   family every route of that family passes, which costs time and loses nothing.
  package init(lookupAddresses: [IPAddress]) {
    self.lookupAddresses = lookupAddresses
  }

  /// The addresses of a family, or nil where there are too many to compare.
  func addresses(of family: AddressFamily) -> [IPAddress]? {
    let addresses = lookupAddresses.filter { $0.family == family }
    return addresses.count <= Self.addressLimit ? addresses : nil
  }

  /// Has the kernel apply the filter to what arrives at a socket.
  ///
  /// - Returns: Whether the kernel took it. A refusal costs time and loses nothing.
  package func attach(to descriptor: CInt) -> Bool {
    var instructions = program.map(\.encoded)
    return unsafe instructions.withUnsafeMutableBufferPointer { instructions in
      var program = unsafe sock_fprog(
        len: UInt16(instructions.count),
        filter: instructions.baseAddress
      )
      let size = socklen_t(unsafe MemoryLayout<sock_fprog>.size)
      return unsafe setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &program, size) == 0
    }
  }
}
