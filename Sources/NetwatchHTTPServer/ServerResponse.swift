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

  /// An answer of the server's own, to what no handler gets to see.
  static func refusal(_ status: Int, _ sentence: String) -> ServerResponse {
    ServerResponse(
      status: status,
      headers: [ServerHeader(receivedName: "Content-Type", value: "text/plain; charset=utf-8")],
      body: .bytes(Array((sentence + "\n").utf8))
    )
  }
}
