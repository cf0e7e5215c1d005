internal import NetwatchCore

/// What is refused before a body is read (RFC 9112, sections 2.3, 3.2 and 6.3).
struct RequestCheck {
  let method: String
  let version: String
  let target: RequestTarget?
  let headers: [ServerHeader]
  let bodyLimit: Int

  /// The answer to a request that is not to be handled; nil for one that is.
  var refusal: ServerResponse? {
    malformed ?? misframed ?? tooLong
  }

  private var malformed: ServerResponse? {
    guard method.isHTTPToken else { return .refusal(400, "The method is no token.") }
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      return .refusal(505, "Only HTTP/1.1 and HTTP/1.0 are served.")
    }
    guard let target, target.path != "*" || method == "OPTIONS" else {
      return .refusal(400, "The target is no path.")
    }
    guard
      headers.allSatisfy({
        $0.name.isHTTPToken && $0.value.utf8.allSatisfy(ServerHeader.isText)
      })
    else { return .refusal(400, "A header field is malformed.") }
    let hosts = headers.values(of: "Host").count
    guard hosts == 1 || (hosts == 0 && version == "HTTP/1.0") else {
      return .refusal(400, "There has to be one Host field.")
    }
    return nil
  }

  /// What one server would read as one request, and another as two.
  private var misframed: ServerResponse? {
    let lengths = headers.values(of: "Content-Length")
    let codings = headers.values(of: "Transfer-Encoding")
    if codings.isEmpty {
      guard lengths.count <= 1, lengths.allSatisfy(Self.isDecimal) else {
        return .refusal(400, "The Content-Length is no number, or there are several.")
      }
      return nil
    }
    guard lengths.isEmpty, version == "HTTP/1.1" else {
      return .refusal(400, "The length of the body is told in two ways.")
    }
    guard codings.count == 1, codings[0].lowercased() == "chunked" else {
      return .refusal(501, "The only transfer coding is chunked.")
    }
    return nil
  }

  private var tooLong: ServerResponse? {
    // A number that is too long for Int is too long a body.
    guard let text = headers["Content-Length"], Int(text) ?? .max > bodyLimit else { return nil }
    return .refusal(413, Self.tooLongSentence(bodyLimit))
  }

  static func tooLongSentence(_ limit: Int) -> String {
    "The body of a request may have up to \(limit) bytes."
  }

  private static func isDecimal(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
