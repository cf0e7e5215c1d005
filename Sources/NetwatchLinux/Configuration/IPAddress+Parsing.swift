public import NetwatchCore
internal import NetwatchSystem

extension IPAddress {
  /// Reads an address as people write it: dotted decimal with four parts, or RFC 4291's notation for
  /// IPv6, without brackets and scope (inet_pton(3)).
  ///
  /// - Parameter text: The address; anything else, names included, gives `nil`.
  public init?(parsing text: String) {
    self.init(numeric: text)
  }
}

extension IPAddress {
  /// The address in a destination such as `http://192.0.2.7:8080`; nil where it holds a name, or
  /// nothing of the kind.
  init?(destination: String) {
    let rest = destination.utf8.split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    )
    // After a scheme come two slashes; what follows a third is no part of the host.
    let host = rest.count > 2 && rest[1].isEmpty ? rest[2] : rest[0]
    guard let text = String(host) else { return nil }
    self.init(host: text)
  }

  private init?(host text: String) {
    if text.first == "[" {
      self.init(parsing: String(text.dropFirst().prefix { $0 != "]" }))
    } else if let address = IPAddress(parsing: text) {
      self = address
    } else {
      self.init(parsing: String(text.prefix { $0 != ":" }))
    }
  }
}
