import Glibc
package import NetwatchCore

extension IPAddress {
  /// Reads an address in the notation of inet_pton(3); nil for everything else, names included.
  package init?(numeric text: String) {
    // Of names, which this is asked about far more often, most are told by that.
    guard let first = text.utf8.first,
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) || text.utf8.contains(0x3A)
    else { return nil }
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
