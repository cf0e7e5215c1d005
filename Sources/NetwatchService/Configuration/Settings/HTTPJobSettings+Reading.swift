internal import NetwatchSystemd

extension HTTPJobSettings {
  /// Fields by origin.
  static func headers(
    _ node: ConfigurationNode
  ) throws(ConfigurationError) -> [String: [String: HeaderValue]] {
    var result: [String: [String: HeaderValue]] = [:]
    for (origin, fields) in try node.members("origins with the fields for each", upTo: 100) {
      guard OriginText.isNormal(origin) else {
        throw fields.complaint(
          "is no origin; expected one such as https://api.example.com, in lower case, without a path"
            + " and without the scheme's own port"
        )
      }
      result[origin] = try self.fields(fields)
    }
    return result
  }

  private static func fields(
    _ node: ConfigurationNode
  ) throws(ConfigurationError) -> [String: HeaderValue] {
    var result: [String: HeaderValue] = [:]
    for (name, value) in try node.members("header fields", upTo: 50) {
      guard HeaderName.isToken(name) else { throw value.complaint("is no name of a header field") }
      guard !HeaderName.isOwn(lower: name.lowercased()) else {
        throw value.complaint("is a field that netwatch sets itself")
      }
      guard !result.keys.contains(where: { $0.lowercased() == name.lowercased() }) else {
        throw value.complaint("is a field that stands here already, in another case")
      }
      result[name] = try HeaderValue(value)
    }
    return result
  }
}

extension HeaderValue {
  private static let mark = "@credential:"

  /// The name of the credential that a value refers to; nil where it is plain text.
  static func credentialName(in text: String) -> String? {
    text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : nil
  }

  init(_ node: ConfigurationNode) throws(ConfigurationError) {
    // What should have been a credential may stand here in the clear.
    var node = node
    node.isSecret = true
    let text = try node.text("text of one line, or @credential:NAME")
    guard let name = Self.credentialName(in: text) else {
      self = .text(text)
      return
    }
    guard CredentialName.isLegal(name) else {
      throw node.wrong("\(Self.mark)NAME with the name of a file in $CREDENTIALS_DIRECTORY")
    }
    self = .credential(name)
  }
}
