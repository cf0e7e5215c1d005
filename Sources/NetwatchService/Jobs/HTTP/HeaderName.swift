internal import NetwatchCore

/// Names of header fields, as far as a job or the configuration may set them.
enum HeaderName {
  /// Whether a text is a token of RFC 9110, section 5.6.2, and not long.
  static func isToken(_ text: String) -> Bool {
    text.utf8.count <= 128 && text.isHTTPToken
  }

  /// Whether a field, by its name in lower case, frames the request, is for the next hop only, or says
  /// whom the request is for.
  static func isOwn(lower name: String) -> Bool { own.contains(name) }

  /// Whether a field says what is sent, what is wanted for it, or by what program.
  static func isDescriptive(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["accept", "user-agent"].contains(name)
      || ["accept-", "content-"].contains { name.hasPrefix($0) }
  }

  private static let own: Set<String> = [
    "connection", "content-length", "expect", "host", "idempotency-key", "keep-alive",
    "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]
}
