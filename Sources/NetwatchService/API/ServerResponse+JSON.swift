internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchText

extension ServerResponse {
  /// The fields that every answer has.
  static func headers(contentType: String) -> [ServerHeader] {
    [
      ServerHeader(own: "Content-Type", contentType),
      ServerHeader(own: "Cache-Control", "no-store"),
      ServerHeader(own: "X-Content-Type-Options", "nosniff"),
    ]
  }

  private static let jsonHeaders = headers(contentType: "application/json")

  /// An answer of JSON that stands already.
  static func json(
    _ bytes: [UInt8],
    status: Int = 200,
    headers: [ServerHeader] = []
  ) -> ServerResponse {
    ServerResponse(
      status: status,
      headers: headers.isEmpty ? jsonHeaders : jsonHeaders + headers,
      body: .bytes(bytes)
    )
  }

  /// An answer of an object, whose members `fill` appends, and a line's end.
  static func object(
    status: Int = 200,
    headers: [ServerHeader] = [],
    _ fill: (inout TextBuffer) -> Void
  ) -> ServerResponse {
    var json = TextBuffer()
    json.beginObject()
    fill(&json)
    json.endObject()
    json.append(byte: UInt8(ascii: "\n"))
    return .json(json.bytes, status: status, headers: headers)
  }
}
