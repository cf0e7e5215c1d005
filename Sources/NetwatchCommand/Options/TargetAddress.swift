internal import NetwatchCore
internal import NetwatchLinux

/// Reads the addresses that routes are looked up to.
enum TargetAddress {
  /// An address of a host elsewhere, as inet_pton(3) reads it.
  static func parse(_ text: String) throws(UsageError) -> IPAddress {
    guard let address = IPAddress(parsing: text) else {
      throw UsageError("--target needs an IPv4 or IPv6 address, not '\(text)'")
    }
    if let flaw = address.flawAsLookupTarget {
      throw UsageError("--target '\(text)' is \(flaw), and no address of a host elsewhere")
    }
    return address
  }
}
