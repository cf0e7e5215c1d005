internal import NetwatchCore

/// The hosts that browsers know the page at: each link has one of its own.
///
/// A cookie is sent to every port of its host, and so, at 127.0.0.1, to whatever another user of this
/// host serves there. Nobody else knows the name that a link has. Browsers resolve all names in
/// localhost to loopback addresses by themselves (RFC 6761, section 6.3).
enum PageHost {
  private static let prefix = "netwatch-"
  private static let suffix = ".localhost"
  private static let digits = 32

  /// A new name; nil where the system has no random numbers.
  static func random() -> String? {
    Secret.random().map { prefix + $0.text.prefix(digits) + suffix }
  }

  /// Whether a name, in lower case, may be that of a link.
  static func isOne(_ name: some StringProtocol) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix),
      name.utf8.count == prefix.utf8.count + digits + suffix.utf8.count
    else { return false }
    return name.utf8.dropFirst(prefix.utf8.count).prefix(digits).allSatisfy(Hex.digits.contains)
  }
}
