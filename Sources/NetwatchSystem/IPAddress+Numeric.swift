import Glibc
package import NetwatchCore

extension IPAddress {
  /// Reads an address in the notation of inet_pton(3); nil for everything else, names included.
  package init?(numeric text: String) {
    var four = in_addr()
    var six = in6_addr()
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      self.init(ipv4: UInt32(bigEndian: four.s_addr))
    } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
      self = unsafe withUnsafeBytes(of: &six) { bytes in
        IPAddress(
          ipv6: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
          UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
      }
    } else {
      return nil
    }
  }
}
