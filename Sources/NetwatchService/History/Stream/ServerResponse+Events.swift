internal import NetwatchHTTPServer

extension ServerResponse {
  /// An answer of events.
  static func events(_ body: Body) -> ServerResponse {
    ServerResponse(status: 200, headers: headers(contentType: "text/event-stream"), body: body)
  }
}
