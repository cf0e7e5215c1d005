import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

/// Answers that are read as they come.
@Suite(.timeLimit(.minutes(1)))
struct StreamTests {
  private let client = NetworkClient.testing().with(.hastyBackoff())

  @Test func `a slow reader holds the server up, and memory stays small`() async throws {
    let (pieces, piece) = (1_600, [UInt8](repeating: 120, count: 65_536))
    let sent = Record<Void>()
    var script: ScriptedServer.Script = [
      .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: \(pieces * piece.count)\r\n\r\n"),
    ]
    for _ in 0..<pieces {
      script += [
        .sendBytes(piece),
        .respond { _ in
          sent.append(())
          return []
        },
      ]
    }
    let server = try ScriptedServer(script: script)
    let memory = try Proc.current.anonymousKilobytes
    let body = try await client.stream(.init(url: "\(server.origin)/")).body
    var chunks = body.makeAsyncIterator()
    var length = try await chunks.next()?.count ?? 0
    try await Task.sleep(for: .milliseconds(300))
    let early = sent.entries.count
    #expect(early < pieces / 2)
    try await Task.sleep(for: .milliseconds(200))
    #expect(sent.entries.count == early)
    while let chunk = try await chunks.next() { length += chunk.count }
    #expect(length == pieces * piece.count)
    #expect(try Proc.current.anonymousKilobytes - memory < 32_768)
  }

  @Test func `leaving the loop ends the transfer`() async throws {
    let server = try ScriptedServer(
      script: [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever("x")]
    )
    for try await _ in try await client.stream(.init(url: "\(server.origin)/")).body { break }
    try await eventually(within: .seconds(5)) { server.openConnectionCount == 0 }
  }

  @Test func `a body that nobody reads ends with its owner`() async throws {
    let server = try ScriptedServer(
      script: [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever("x")]
    )
    _ = try await client.stream(.init(url: "\(server.origin)/"))
    try await eventually(within: .seconds(5)) { server.openConnectionCount == 0 }
  }

  @Test func `a failure before the head is retried, one behind it is the reader's`() async throws {
    let server = try ScriptedServer(
      script: [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")]
    )
    server.enqueue(.http(status: 503))
    let streamed = try await client.stream(.init(url: "\(server.origin)/"))
    #expect(streamed.response.attempts == 2)
    let text = Record<UInt8>()
    let error = try await NetworkError.from {
      for try await chunk in streamed.body { chunk.forEach(text.append) }
    }
    #expect(error.networkErrorType == .connectionLost)
    #expect(String(decoding: text.entries, as: UTF8.self) == "half")
    #expect(server.requestCount == 2)
  }

  @Test func `JSON that does not decode is not asked for again`() async throws {
    let server = try ScriptedServer(script: .http(body: "[1, 2"))
    let error = try await NetworkError.from {
      try await client.send(.init(url: "\(server.origin)/"), decoding: [Int].self)
    }
    #expect(error.networkErrorType == .decoding)
    #expect(error.underlying is DecodingError)
    #expect(error.response?.status == 200)
    #expect(server.requestCount == 1)
    server.script = .http(body: "[1, 2]")
    let numbers = try await client.send(.init(url: "\(server.origin)/"), decoding: [Int].self)
    #expect(numbers == [1, 2])
  }
}
