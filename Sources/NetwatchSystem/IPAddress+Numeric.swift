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
      self.init(four)
    } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
      self.init(six)
    } else {
      return nil
    }
  }
}
