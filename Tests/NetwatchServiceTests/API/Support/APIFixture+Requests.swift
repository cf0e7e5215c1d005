import NetwatchTestSupport

extension APIFixture {
  /// A field of a request.
  typealias Field = (name: String, value: String)

  /// Asks over the Unix socket.
  func ask(
    _ method: String,
    _ target: String,
    _ fields: [Field] = [],
    _ body: String = ""
  ) async throws -> APIAnswer {
    try await Self.ask(try TestClient.unix(socket), method, target, [("Host", "x")] + fields, body)
  }

  /// Asks over TCP, with a fitting Host unless there is one among the fields.
  func askTCP(
    _ method: String,
    _ target: String,
    _ fields: [Field] = [],
    _ body: String = ""
  ) async throws -> APIAnswer {
    let hasHost = fields.contains { $0.name == "Host" }
    let host: [Field] = hasHost ? [] : [("Host", "127.0.0.1:\(port)")]
    return try await Self.ask(try TestClient.tcp(port), method, target, host + fields, body)
  }

  private static func ask(
    _ client: TestClient,
    _ method: String,
    _ target: String,
    _ fields: [Field],
    _ body: String
  ) async throws -> APIAnswer {
    let length: [Field] = body.isEmpty ? [] : [("Content-Length", String(body.utf8.count))]
    let head = (fields + length + [("Connection", "close")]).map { "\($0.name): \($0.value)\r\n" }
    try await client.send("\(method) \(target) HTTP/1.1\r\n\(head.joined())\r\n\(body)")
    return APIAnswer(text: try await client.receiveAll())
  }

  /// Submits over the Unix socket.
  func submit(_ body: String, _ fields: [Field] = []) async throws -> APIAnswer {
    try await ask("POST", "/v1/jobs", [("Content-Type", "application/json")] + fields, body)
  }

  /// Submits one after the other, and returns the statuses.
  func statuses(_ bodies: String...) async throws -> [Int] {
    var statuses: [Int] = []
    for body in bodies { statuses.append(try await submit(body).status) }
    return statuses
  }
}

/// A job that is fit to be submitted.
func httpJob(
  _ url: String = "https://example.org/hook",
  _ more: String = "",
  body: String = "hello"
) -> String {
  #"{"kind":"http","http":{"method":"POST","url":"\#(url)","body":"\#(body)"}\#(more)}"#
}
