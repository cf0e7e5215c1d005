internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchText

/// Why a request is refused, in the words of RFC 9457.
struct Problem: Error, Hashable, Sendable {
  /// The status code.
  let status: Int

  /// What is wrong and what was expected, in a sentence without anything that may be a secret.
  let detail: String

  /// What it is about, as a path into the body, or the name of a query's part or a field.
  var field: String?

  /// More fields of the answer.
  var headers: [ServerHeader] = []

  init(_ status: Int, _ detail: String, field: String? = nil, headers: [ServerHeader] = []) {
    (self.status, self.detail, self.field, self.headers) = (status, detail, field, headers)
  }
}

extension Problem {
  /// Refuses what may be accepted after a while.
  static func later(_ status: Int, _ detail: String, seconds: Int = 1) -> Problem {
    Problem(status, detail, headers: [ServerHeader(own: "Retry-After", String(seconds))])
  }

  /// There is nothing at that path, or nothing that the caller may know of.
  static let notFound = Problem(404, "There is nothing here.")

  /// The same whether there is no such job or it is somebody else's.
  static let noSuchJob = Problem(404, "There is no job with this number.")

  /// The service is about to end.
  static let stopping = Problem.later(503, "The service stops.")

  /// The answer.
  var response: ServerResponse {
    var json = TextBuffer()
    json.beginObject()
    json.member("type", "about:blank")
    json.member("title", ServerResponse.phrase(of: status))
    json.member("status", status)
    json.member("detail", detail)
    if let field, !field.isEmpty { json.member("field", field) }
    json.endObject()
    json.append("\n")
    return ServerResponse(
      status: status,
      headers: Self.commonHeaders + headers,
      body: .bytes(json.bytes)
    )
  }

  private static let commonHeaders = ServerResponse.headers(contentType: "application/problem+json")
}
