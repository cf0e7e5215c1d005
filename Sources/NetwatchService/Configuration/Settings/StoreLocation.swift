/// Where the jobs are kept.
package enum StoreLocation: Hashable, Sendable {
  /// An SQLite file: a path from the root, or below the state directory.
  case file(String)

  /// A PostgreSQL database that several hosts can share, as the URL that libpq(3) reads; the password
  /// stands in a password file or a service file, never here.
  case postgres(String)
}

extension StoreLocation {
  init(_ node: ConfigurationNode) throws(ConfigurationError) {
    // Whatever is wrong with it, it may hold a password.
    var node = node
    node.isSecret = true
    let expected = "the path of a file, or a postgres:// URL without a password"
    let text = try node.text(expected)
    if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      try Self.checkPassword(text, node)
      self = .postgres(text)
    } else {
      guard text != "/", PathText.isFromRoot(text) || PathText.isPlain(text.utf8[...]),
        !text.utf8.contains(UInt8(ascii: "=")), !text.utf8.contains(UInt8(ascii: ":"))
      else {
        throw node.wrong(expected)
      }
      self = .file(text)
    }
  }

  /// Refuses a password in front of the host and among the parameters, however it is spelt.
  private static func checkPassword(
    _ text: String,
    _ node: ConfigurationNode
  ) throws(ConfigurationError) {
    // Scalars: a mark and an accent behind it are one Character, which libpq(3) knows nothing of.
    let rest = text[(text.firstRange(of: "://")?.upperBound ?? text.startIndex)...].unicodeScalars
    let question = rest.firstIndex(of: "?") ?? rest.endIndex
    let host = rest[..<question]
    let user = host[..<(host.lastIndex(of: "@") ?? host.startIndex)]
    let names = rest[question...].dropFirst().split(separator: "&").map { $0.prefix { $0 != "=" } }
    let isNamed = names.contains {
      String($0).lowercased().hasSuffix("password") || $0.contains("%")
    }
    guard !user.contains(":"), !isNamed else {
      throw node.complaint(
        "has a password in it, which other users could read; expected it in a password file"
          + " (passfile=…) or a service file (service=…)"
      )
    }
  }
}
