import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

/// Servers that do what no server should, each over a real socket.
@Suite(.timeLimit(.minutes(1)))
struct MisbehavingServerTests {
  /// A way to fail, and what comes of it.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: ScriptedServer.Script
    let type: NetworkErrorType
    var isRetried = true

    init(
      _ name: String,
      _ script: ScriptedServer.Script,
      _ type: NetworkErrorType,
      isRetried: Bool = true
    ) {
      testDescription = name
      self.script = script
      self.type = type
      self.isRetried = isRetried
    }
  }

  private static let half = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"

  static let faults = [
    Fault("close before the request", [.close], .connectionLost),
    Fault("reset before the request", [.reset], .connectionLost),
    Fault("close before the head", [.readRequest, .close], .connectionLost),
    Fault("reset before the head", [.readRequest, .reset], .connectionLost),
    Fault("close in the status line", [.readRequest, .send("HTTP/1.")], .connectionLost),
    Fault(
      "close in the head",
      [.readRequest, .send("HTTP/1.1 200 OK\r\nA: b\r\n")],
      .connectionLost
    ),
    Fault("close in the body", [.readRequest, .send(half)], .connectionLost),
    Fault(
      "reset in the body",
      [.readRequest, .send(half), .pause(.milliseconds(20)), .reset],
      .connectionLost
    ),
    Fault("silence before the head", [.readRequest, .hang], .timeout),
    Fault("silence in the head", [.readRequest, .send("HTTP/1.1 200 OK\r\n"), .hang], .timeout),
    Fault("silence in the body", [.readRequest, .send(half), .hang], .timeout),
    Fault(
      "a chunked body without its end",
      [.readRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n")],
      .connectionLost
    ),
    Fault(
      "a chunk with no length",
      [.readRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n")],
      .malformedResponse,
      isRetried: false
    ),
    Fault(
      "an endless body",
      [
        .readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"),
        .sendForever(String(repeating: "x", count: 65_536)),
      ],
      .malformedResponse,
      isRetried: false
    ),
    Fault(
      "an endless header",
      [
        .readRequest, .send("HTTP/1.1 200 OK\r\n"),
        .sendForever("X-Filler: \(String(repeating: "x", count: 900))\r\n"),
      ],
      .malformedResponse,
      isRetried: false
    ),
    Fault(
      "no HTTP at all",
      [.readRequest, .send("220 mail.example ESMTP\r\n")],
      .malformedResponse,
      isRetried: false
    ),
    Fault(
      "interim answers and nothing else",
      [.readRequest, .sendEvery("HTTP/1.1 103 Early Hints\r\n\r\n", .milliseconds(20))],
      .timeout
    ),
  ]

  @Test("An exchange that breaks is known for what it is", arguments: faults)
  func fault(_ fault: Fault) async throws {
    let server = try ScriptedServer(script: fault.script)
    let client = NetworkClient.testing { $0.bodyLimit = 1 << 20 }
    var request = NetworkRequest(url: "\(server.origin)/")
    request.attemptTimeout = .milliseconds(500)
    let error = try await client.with(.hastyBackoff(maxAttempts: 2)).failure(of: request)
    #expect(error.networkErrorType == fault.type, "\(error)")
    #expect(error.attempts.count == (fault.isRetried ? 2 : 1), "\(error)")
    #expect(server.connectionCount == error.attempts.count, "\(error)")
  }

  @Test func `silence is noticed without a limit of the attempt`() async throws {
    let server = try ScriptedServer(script: [.readRequest, .send(Self.half), .hang])
    let client = NetworkClient.testing { $0.stallTimeout = .milliseconds(200) }
    let error = try await client.failure(of: NetworkRequest(url: "\(server.origin)/"))
    #expect(error.networkErrorType == .timeout, "\(error)")
  }

  @Test func `a body that goes on after its length is cut there, and spoils no later answer`()
    async throws
  {
    let server = try ScriptedServer(
      script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\n"),
        .again,
      ]
    )
    let client = NetworkClient.testing()
    for _ in 0..<3 {
      let response = try await client.send(NetworkRequest(url: "\(server.origin)/"))
      #expect(String(decoding: response.body, as: UTF8.self) == "body")
    }
    #expect(server.requestCount == 3)
  }

  @Test func `interim answers are passed over`() async throws {
    let server = try ScriptedServer(
      script: [
        .readRequest,
        .send("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n"),
        .response(status: 204), .again,
      ]
    )
    let response = try await NetworkClient.testing().send(NetworkRequest(url: "\(server.origin)/"))
    #expect(response.status == 204)
    #expect(response.headers["A"] == nil)
  }

  @Test func `a refusal's body is kept, up to 64 KiB`() async throws {
    let server = try ScriptedServer(
      script: .http(status: 400, body: String(repeating: "x", count: 100_000))
    )
    let error = try await NetworkClient.testing().failure(of: .init(url: "\(server.origin)/"))
    #expect(error.response?.body.count == 65_536)
  }

  @Test func `a refusal whose body breaks off is still that refusal`() async throws {
    let server = try ScriptedServer(
      script: [.readRequest, .send("HTTP/1.1 400 Bad\r\nContent-Length: 9\r\n\r\nhalf")]
    )
    let request = NetworkRequest(url: "\(server.origin)/")
    let streamed = try await NetworkError.from { try await NetworkClient.testing().stream(request) }
    #expect(streamed.networkErrorType == .status(400))
    #expect(streamed.response?.body == Array("half".utf8))
  }
}
