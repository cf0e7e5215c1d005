internal import CMicroHTTP

/// What a request is answered with.
package struct ServerResponse: Sendable {
  /// What follows the head.
  package enum Body: Sendable {
    /// So many bytes.
    case bytes([UInt8])

    /// Whatever a producer sends until it ends.
    case stream(ServerStream)
  }

  /// The status code, from 200 to 599.
  package let status: Int

  /// The fields that the server does not add itself: it adds Date, and how the body is framed.
  package var headers: [ServerHeader]

  /// What follows; not sent in answer to HEAD, where only its length is told.
  package let body: Body

  /// Creates an answer.
  package init(status: Int, headers: [ServerHeader] = [], body: Body = .bytes([])) {
    precondition((200...599).contains(status), "A status code is from 200 to 599.")
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// An answer of the server's own, to what no handler gets to see: a problem as RFC 9457 writes it.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - sentence: Why, with nothing in it that JSON would have to escape.
  /// - Returns: The answer.
  static func refusal(_ status: Int, _ sentence: String) -> ServerResponse {
    let problem =
      #"{"type":"about:blank","title":"\#(phrase(of: status))","status":\#(status),"#
      + #""detail":"\#(sentence)"}"#
    return ServerResponse(
      status: status,
      headers: refusalHeaders,
      body: .bytes(Array((problem + "\n").utf8))
    )
  }

  private static let refusalHeaders = [
    ServerHeader(own: "Content-Type", "application/problem+json"),
    ServerHeader(own: "Cache-Control", "no-store"),
    ServerHeader(own: "X-Content-Type-Options", "nosniff"),
  ]

  /// What a status code is called, such as `Not Found`.
  package static func phrase(of status: Int) -> String {
    unsafe MHD_get_reason_phrase_for(UInt32(clamping: status)).map { unsafe String(cString: $0) }
      ?? "Unknown"
  }
}
