internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchText

extension ServerResponse {
  /// An answer of events.
  static func events(_ body: Body) -> ServerResponse {
    ServerResponse(
      status: 200,
      headers: headers([("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")]),
      body: body
    )
  }

  /// A refusal, as RFC 9457 has it.
  static func eventProblem(
    _ status: Int,
    _ title: String,
    _ detail: String,
    field: String? = nil
  ) -> ServerResponse {
    var json = TextBuffer()
    json.beginObject()
    json.member("type", "about:blank")
    json.member("title", title)
    json.member("status", status)
    json.member("detail", detail)
    if let field { json.member("field", field) }
    json.endObject()
    return ServerResponse(
      status: status,
      headers: headers([("Content-Type", "application/problem+json")]),
      body: .bytes(json.bytes + [0x0A])
    )
  }

  private static func headers(_ fields: [(String, String)]) -> [ServerHeader] {
    // They are this program's own, and can be sent.
    fields.compactMap { try? ServerHeader($0, $1) }
  }
}
