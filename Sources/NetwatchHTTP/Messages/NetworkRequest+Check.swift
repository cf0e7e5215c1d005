import NetwatchCore
import NetwatchCurl

extension NetworkRequest {
  /// Checks, without asking anybody, that the request can be sent.
  ///
  /// - Throws: ``NetworkError`` of the type `invalidRequest` that names what is wrong and what was
  ///   expected.
  package func check() throws(NetworkError) {
    try require(
      method.rawValue.isHTTPToken,
      "the method \(quoted(method.rawValue)) is not a token"
    )
    try checkURL()
    for field in headers { try check(field) }
    try checkKey()
    try checkBody()
    try checkLimits()
  }

  private func checkURL() throws(NetworkError) {
    do {
      try CurlRequest.Target.url(url).check()
    } catch {
      // libcurl's sentence would quote the URL with its password.
      let expected =
        error.kind == .unsupportedScheme
        ? "has a scheme other than http and https" : "is not an absolute URL of HTTP"
      throw invalid("the URL \(quoted(url.withoutUserInformation)) \(expected)")
    }
  }

  private func check(_ field: HTTPField) throws(NetworkError) {
    try require(
      field.name.isHTTPToken,
      "the header name \(quoted(field.name)) is not a token"
    )
    try require(
      !["Content-Length", "Transfer-Encoding"].contains(where: field.hasName),
      "the header field \(field.name) is given, but follows from the body"
    )
    // The value is not quoted: it may be a secret.
    try require(
      !field.value.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 },
      "the value of the header field \(field.name) has a line break or NUL in it"
    )
  }

  private func checkKey() throws(NetworkError) {
    guard let idempotencyKey else { return }
    try require(
      IdempotencyKey.fieldValue(of: idempotencyKey) != nil,
      "the Idempotency-Key \(quoted(idempotencyKey)) is not one or more characters of printable ASCII"
    )
    try require(
      !headers.contains(name: IdempotencyKey.fieldName),
      "the Idempotency-Key is given twice: as a property and as a header field"
    )
  }

  private func checkBody() throws(NetworkError) {
    switch body {
    case .none, .bytes: break
    case .file(let path):
      try require(
        !path.isEmpty && !path.utf8.contains(0),
        "the body's file \(quoted(path)) has no name of a file"
      )
    case .source(let source):
      let length = source.length ?? 0
      try require(length >= 0, "the body's length of \(length) bytes is negative")
    }
  }

  private func checkLimits() throws(NetworkError) {
    for (name, limit) in [("attempt timeout", attemptTimeout), ("deadline", deadline)] {
      guard let limit else { continue }
      try require(limit > .zero, "the \(name) of \(limit.secondsText) is not longer than zero")
    }
    let length = bodyLimit ?? 0
    try require(length >= 0, "the limit of \(length) bytes for the answer's body is negative")
  }
}

extension NetworkRequest {
  private func require(_ isMet: Bool, _ complaint: @autoclosure () -> String) throws(NetworkError) {
    guard isMet else { throw invalid(complaint()) }
  }

  private func invalid(_ complaint: String) -> NetworkError {
    NetworkError(
      .invalidRequest,
      complaint,
      method: method,
      url: url,
      nothingReachedServer: true
    )
  }

  /// An operand as errors show it: what it ends with is seen, and a long one is cut off.
  private func quoted(_ operand: String) -> String {
    operand.utf8.count <= 200
      ? operand.debugDescription : "\(operand.prefix(200))…".debugDescription
  }
}
