import NetwatchTestSupport

/// The chunked transfer coding (RFC 9112, section 7.1).
enum Chunked {
  /// What the chunks of an answer come to, put together.
  static func text(of answer: String) -> String {
    guard let head = answer.range(of: "\r\n\r\n") else { return "" }
    var (rest, text) = (answer[head.upperBound...].utf8[...], "")
    while let line = rest.firstIndex(of: 13), let size = Int(Substring(rest[..<line]), radix: 16),
      size > 0
    {
      let body = rest[line...].dropFirst(2)
      text += Substring(body.prefix(size))
      rest = body.dropFirst(size + 2)
    }
    return text
  }
}
