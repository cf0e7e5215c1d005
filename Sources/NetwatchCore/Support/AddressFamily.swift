/// A version of the Internet Protocol.
public enum AddressFamily: String, CaseIterable, Hashable, Sendable {
  /// Internet Protocol version 4 (RFC 791).
  case ipv4

  /// Internet Protocol version 6 (RFC 8200).
  case ipv6

  /// Both versions; one array for all, where a derived one would be made at each use.
  public static let allCases: [AddressFamily] = [.ipv4, .ipv6]
}
