/// A request of which the body is still to come.
struct PartialRequest {
  let method: String
  let target: RequestTarget
  let headers: [ServerHeader]
  private(set) var body: [UInt8] = []

  /// What it is answered with instead of being handled, once it has been read to its end.
  private(set) var refusal: ServerResponse?

  init(method: String, target: RequestTarget, headers: [ServerHeader]) {
    (self.method, self.target, self.headers) = (method, target, headers)
  }

  /// Keeps a part of the body, or refuses the request.
  ///
  /// What is too much is read to its end, which the deadline bounds, and thrown away.
  ///
  /// - Parameters:
  ///   - part: The bytes.
  ///   - limit: How many bytes a body may have.
  ///   - room: How many more the bodies of all requests may have together.
  mutating func append(_ part: some Collection<UInt8>, limit: Int, room: Int) {
    if body.count + part.count > limit {
      refusal = .refusal(413, RequestCheck.tooLongSentence(limit))
    } else if part.count > room {
      refusal = refusal ?? .refusal(503, "There are too many bodies at a time.")
    }
    if refusal == nil { body.append(contentsOf: part) } else { body = [] }
  }
}
