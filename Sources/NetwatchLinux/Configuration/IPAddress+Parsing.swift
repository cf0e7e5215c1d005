public import NetwatchCore
internal import NetwatchCurl

extension IPAddress {
  /// Reads an address as people write it: dotted decimal with four parts, or RFC 4291's notation for
  /// IPv6, without brackets and scope (inet_pton(3)).
  ///
  /// - Parameter text: The address; anything else, names included, gives `nil`.
  public init?(parsing text: String) {
    self.init(numeric: text)
  }
}
