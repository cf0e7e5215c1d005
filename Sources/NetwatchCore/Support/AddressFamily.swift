/// A version of the Internet Protocol.
public enum AddressFamily: String, CaseIterable, Hashable, Sendable {
  /// Internet Protocol version 4 (RFC 791).
  case ipv4

  /// Internet Protocol version 6 (RFC 8200).
  case ipv6
}
