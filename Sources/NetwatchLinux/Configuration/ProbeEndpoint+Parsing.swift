public import NetwatchCore
internal import NetwatchCurl

extension ProbeEndpoint {
  /// Reads an endpoint as people write it.
  ///
  /// `http://…` and `https://…` expect status 204 and no body, or what a fragment says:
  /// `#status=200&body=TEXT` (exactly TEXT), `&prefix=TEXT` (whatever begins with TEXT), `&challenge`
  /// (see ``http(_:status:body:isChallenged:)``), with `%XX` for bytes that a URL cannot hold.
  /// `tcp://HOST:PORT` expects a connection.
  ///
  /// - Parameter text: The endpoint.
  /// - Throws: `ConnectivityError` that names what is wrong with it.
  public init(parsing text: String) throws(ConnectivityError) {
    if text.hasPrefix("tcp://") {
      self = try Self.parseTCP(text)
    } else if text.hasPrefix("http://") || text.hasPrefix("https://") {
      self = try Self.parseHTTP(text)
    } else {
      throw Self.error(text, "it has to begin with http://, https:// or tcp://")
    }
    try check()
  }

  /// Checks, without asking anybody, that the endpoint can be asked.
  func check() throws(ConnectivityError) {
    if case .tcp(_, 0) = kind { throw Self.error(name, "the port has to be from 1 to 65535") }
    do {
      try target.check()
    } catch {
      // A sentence that names the URL already.
      let sentence = error.message.hasSuffix(".") ? error.message.dropLast() : error.message[...]
      throw ConnectivityError(.configuration, String(sentence))
    }
    if case .http(_, let status, _, _) = kind, !(100...599).contains(status) {
      throw Self.error(name, "the expected status has to be from 100 to 599")
    }
  }

  /// What is asked of the network.
  var target: CurlRequest.Target {
    switch kind {
    case .http(let url, _, _, _): .url(url)
    case .tcp(let host, let port): .connection(host: host, port: port)
    }
  }

  private static func error(_ text: String, _ reason: String) -> ConnectivityError {
    ConnectivityError(.configuration, "\(text.debugDescription) is no endpoint to probe: \(reason)")
  }

  private static func parseTCP(_ text: String) throws(ConnectivityError) -> ProbeEndpoint {
    let rest = text.dropFirst("tcp://".count)
    guard let colon = rest.lastIndex(of: ":"), rest.startIndex < colon,
      let port = decimal(rest[rest.index(after: colon)...], upTo: 65_535), port > 0
    else { throw error(text, "tcp:// expects HOST:PORT with a port from 1 to 65535") }
    var host = rest[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    return ProbeEndpoint(name: text, kind: .tcp(host: String(host), port: UInt16(port)))
  }

  private static func parseHTTP(_ text: String) throws(ConnectivityError) -> ProbeEndpoint {
    guard let hash = text.firstIndex(of: "#") else { return .http(text) }
    var expectation = Expectation()
    for part in text[text.index(after: hash)...].split(separator: "&") {
      guard expectation.read(part) else {
        throw error(
          text,
          "after # it expects status=200, body=TEXT, prefix=TEXT or challenge, joined by &, not "
            + String(part).debugDescription
        )
      }
    }
    return expectation.endpoint(url: String(text[..<hash]), name: text)
  }

  private struct Expectation {
    var status = 204
    var body = ExpectedBody.exactly("")
    var isChallenged = false

    mutating func read(_ part: Substring) -> Bool {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      switch (pair[0], pair.dropFirst().first) {
      case ("status", let value?):
        guard let status = decimal(value, upTo: 599) else { return false }
        self.status = status
      case ("body", let value?):
        guard let text = percentDecoded(value) else { return false }
        body = .exactly(text)
      case ("prefix", let value?):
        guard let text = percentDecoded(value) else { return false }
        body = .beginning(with: text)
      case ("challenge", nil): isChallenged = true
      default: return false
      }
      return true
    }

    func endpoint(url: String, name: String) -> ProbeEndpoint {
      ProbeEndpoint(
        name: name,
        kind: .http(url: url, status: status, body: body, isChallenged: isChallenged)
      )
    }
  }
}

/// A number in plain digits: `Int` would take a sign.
private func decimal(_ text: Substring, upTo limit: Int) -> Int? {
  guard !text.isEmpty, text.utf8.count <= 5,
    text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
  else { return nil }
  return Int(text).flatMap { $0 <= limit ? $0 : nil }
}

/// RFC 3986, section 2.1; `nil` for a stray `%`, or for bytes that are not UTF-8.
private func percentDecoded(_ text: Substring) -> String? {
  var bytes: [UInt8] = []
  var rest = text.utf8[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    let digits = rest.prefix(2)
    guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
      let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    bytes.append(value)
    rest = rest.dropFirst(2)
  }
  return String(validating: bytes, as: UTF8.self)
}
