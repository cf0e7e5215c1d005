import Foundation
import FoundationNetworking
import NetwatchCore
import NetwatchFoundation
import NetwatchHTTP
import NetwatchTestSupport
import Testing

@Suite("A client whose requests are carried by URLSession")
struct URLSessionTransportTests {
  private let client = Carrier.urlSession.client()

  private func request(
    _ server: ScriptedServer,
    _ path: String = "/",
    method: HTTPMethod = .get
  ) -> NetworkRequest {
    NetworkRequest(method: method, url: server.origin + path)
  }

  @Test("retries a 503 under its chain, over one kept connection")
  func chain() async throws {
    let server = try ScriptedServer(script: .http(body: "ok"))
    server.enqueue(.http(status: 503), .http(status: 503))
    let response = try await client.retrying.send(request(server))
    #expect(response.body == Array("ok".utf8))
    #expect(response.attempts == 3)
    #expect(server.requestCount == 3)
    #expect(server.connectionCount == 1)
  }

  @Test("follows a redirect by the client's rules, and leaves the secret behind")
  func redirect() async throws {
    let other = try ScriptedServer(script: .http(body: "there"))
    let server = try ScriptedServer(
      script: .http(status: 302, headers: ["Location": other.origin + "/next"], body: "moved")
    )
    var request = request(server)
    request.headers = ["Authorization": "secret", "X-A": "1"]
    let response = try await client.send(request)
    #expect(response.body == Array("there".utf8))
    #expect(response.url == other.origin + "/next")
    #expect(server.requests.first?.header("Authorization") == "secret")
    let next = try #require(other.requests.first)
    #expect(next.header("Authorization") == nil)
    #expect(next.header("X-A") == "1")
    #expect(server.requestCount == 1)
    #expect(other.requestCount == 1)
  }

  @Test("takes an answer of 401 with a challenge as the answer")
  func challenge() async throws {
    let server = try ScriptedServer(
      script: .http(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], body: "who?")
    )
    let error = try await #require(throws: NetworkError.self) {
      try await client.send(request(server))
    }
    #expect(error.networkErrorType == .status(401))
    #expect(error.response?.body == Array("who?".utf8))
    #expect(server.requestCount == 1)
  }

  @Test("sends a POST once, although a kept connection is there that dies of it")
  func noRepetition() async throws {
    let server = try ScriptedServer()
    _ = try await client.send(request(server))
    server.script = [.readRequest, .reset]
    let error = try await #require(throws: NetworkError.self) {
      try await client.send(request(server, method: .post))
    }
    #expect(error.networkErrorType == .connectionLost)
    #expect(server.requests.map(\.method) == ["GET", "POST"])
    #expect(server.connectionCount == 2)
    try await eventually(within: .seconds(30)) {
      server.openConnectionCount <= 1
    }
  }

  @Test("ends an attempt that takes too long")
  func timeout() async throws {
    let server = try ScriptedServer(script: [.readRequest, .hang])
    var request = request(server)
    request.attemptTimeout = .milliseconds(100)
    let error = try await #require(throws: NetworkError.self) { try await client.send(request) }
    #expect(error.networkErrorType == .timeout)
    #expect(server.requestCount == 1)
    try await eventually(within: .seconds(30)) { server.openConnectionCount == 0 }
  }

  @Test("holds the limits of an answer's size")
  func limits() async throws {
    let server = try ScriptedServer(script: .http(body: "12345"))
    var request = request(server)
    request.bodyLimit = 5
    #expect(try await client.send(request).body.count == 5)
    request.bodyLimit = 4
    let tooLong = await #expect(throws: NetworkError.self) { try await client.send(request) }
    #expect(tooLong?.networkErrorType == .malformedResponse)

    var configuration = NetworkClientConfiguration()
    configuration.headerLimit = 20
    let strict = Carrier.urlSession.client(configuration)
    let tooMuch = await #expect(throws: NetworkError.self) { try await strict.send(request) }
    #expect(tooMuch?.networkErrorType == .malformedResponse)
  }

  @Test("hands a body over piece by piece")
  func streaming() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
    let server = try ScriptedServer(
      script: [.readRequest, .send(head + "abc"), .pause(.milliseconds(50)), .send("def"), .close]
    )
    let answer = try await client.stream(request(server))
    #expect(answer.response.status == 200)
    var pieces: [[UInt8]] = []
    for try await piece in answer.body { pieces.append(piece) }
    #expect(pieces == [Array("abc".utf8), Array("def".utf8)])
  }

  @Test("fails the reader of a body that breaks off")
  func brokenStream() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
    let server = try ScriptedServer(script: [.readRequest, .send(head + "abc"), .reset])
    let answer = try await client.stream(request(server))
    await #expect(throws: NetworkError.self) { for try await _ in answer.body {} }
  }

  @Test("ends a transfer whose body nobody reads any more, and one that is read too slowly")
  func abandonedStream() async throws {
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
    let flood = String(repeating: "x", count: 65_536)
    let server = try ScriptedServer(script: [.readRequest, .send(head), .sendForever(flood)])
    var answer: StreamedResponse? = try await client.stream(request(server))
    #expect(answer?.response.status == 200)
    answer = nil
    try await eventually(within: .seconds(30)) { server.openConnectionCount == 0 }

    let slow = try await client.stream(request(server))
    try await eventually(within: .seconds(30)) { server.openConnectionCount == 0 }
    let error = await #expect(throws: NetworkError.self) { for try await _ in slow.body {} }
    #expect(error?.networkErrorType == .outOfResources)
  }

  @Test("answers the cancellation of a reader")
  func cancelledReader() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
    let server = try ScriptedServer(script: [.readRequest, .send(head), .hang])
    let answer = try await client.stream(request(server))
    let reader = Task { for try await _ in answer.body {} }
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    try await eventually(within: .seconds(30)) { server.openConnectionCount == 0 }
  }

  @Test("collects a body that a closure writes, and announces its length")
  func source() async throws {
    let server = try ScriptedServer()
    server.enqueue(.http(status: 503))
    var request = request(server, method: .put)
    request.body = .source(
      BodySource(isReplayable: true) { writer in
        try await writer.write(Array("abc".utf8))
        try await writer.write(Array("def".utf8))
      }
    )
    _ = try await client.retrying.send(request)
    #expect(server.requests.map(\.body) == ["abcdef", "abcdef"])
    #expect(server.requests.first?.header("Content-Length") == "6")
    #expect(server.requests.first?.header("Content-Type") == nil)
  }

  @Test(
    "does not write a body twice that can be written once, even if nobody listens",
    arguments: Carrier.allCases
  )
  func oneShot(carrier: Carrier) async throws {
    let server = try ScriptedServer()
    server.stop()
    let calls = Lock(0)
    var request = request(server, method: .put)
    request.body = .source(
      BodySource(isReplayable: false) { writer in
        calls.withLock { $0 += 1 }
        try await writer.write([1])
      }
    )
    let error = await #expect(throws: NetworkError.self) {
      try await carrier.client().retrying.send(request)
    }
    #expect(error?.networkErrorType == .refused)
    // libcurl asks for the body once there is a connection; for URLSession it is collected before.
    #expect(calls.withLock { $0 } == (carrier == .libcurl ? 0 : 1))
  }

  @Test("refuses what URLSession cannot do, before anything is sent")
  func refusals() async throws {
    let server = try ScriptedServer()
    var body = request(server)
    body.body = .bytes([1])
    var huge = request(server, method: .put)
    huge.body = .source(
      BodySource(isReplayable: true) { writer in
        try await writer.write([UInt8](repeating: 0, count: (16 << 20) + 1))
      }
    )
    var configuration = NetworkClientConfiguration()
    configuration.certificateAuthorities = "/etc/ssl/cert.pem"
    let strict = Carrier.urlSession.client(configuration)
    for (client, request) in [(client, body), (client, huge), (strict, request(server))] {
      let error = await #expect(throws: NetworkError.self) { try await client.send(request) }
      #expect(error?.networkErrorType == .invalidRequest)
    }
    #expect(server.connectionCount == 0)
  }

  @Test("reports how requests end")
  func evidence() async throws {
    let manager = SettableConnectivityManager()
    let client = Carrier.urlSession.client(manager: manager)
    let server = try ScriptedServer()
    _ = try await client.send(request(server))
    server.script = [.readRequest, .close]
    _ = await #expect(throws: NetworkError.self) {
      try await client.send(request(server, method: .post))
    }
    server.stop()
    _ = await #expect(throws: NetworkError.self) { try await client.send(request(server)) }
    #expect(
      manager.evidence.map(\.outcome) == [.answered, .failed(.reset), .failed(.refused)]
    )
  }

  @Test(
    "refuses a redirect that leads nowhere, as with libcurl",
    arguments: Carrier.allCases,
    [[:], ["Location": ""], ["Location": "//"], ["Location": "ftp://a.example/"]]
      as [KeyValuePairs<String, String>]
  )
  func deadEnd(carrier: Carrier, headers: KeyValuePairs<String, String>) async throws {
    let server = try ScriptedServer(script: .http(status: 302, headers: headers))
    let error = await #expect(throws: NetworkError.self) {
      try await carrier.client().send(request(server))
    }
    #expect(error?.networkErrorType == .badRedirect)
  }

  @Test("does not answer from a cache")
  func cache() async throws {
    let server = try ScriptedServer(
      script: .http(headers: ["Cache-Control": "max-age=1000"], body: "x")
    )
    let client = NetworkClient(
      connectivityManager: SettableConnectivityManager(),
      session: URLSession(configuration: .default)
    )
    for _ in 1...2 { _ = try await client.send(request(server)) }
    #expect(server.requestCount == 2)
  }

  @Test("bears many cancellations among redirects")
  func cancelledRedirects() async throws {
    let server = try ScriptedServer()
    server.script = .http(status: 302, headers: ["Location": "/again"])
    let url = server.origin + "/"
    let client = client
    for round in 0..<200 {
      let task = Task { try await client.send(NetworkRequest(url: url)) }
      try await Task.sleep(for: .microseconds(round * 20))
      task.cancel()
      _ = await task.result
    }
  }

  @Test("reports how far a download has come, and writes it to its file")
  func progress() async throws {
    let text = String(repeating: "x", count: 300_000)
    let server = try ScriptedServer(script: .http(body: text))
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("netwatch-test-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let reports = Lock<[TransferProgress]>([])
    _ = try await client.download(request(server), to: path) { report in
      reports.withLock { $0.append(report) }
    }
    let last = try #require(reports.withLock { $0.last })
    #expect(last.received == 300_000)
    #expect(last.expected == 300_000)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test("leaves no descriptor open behind requests that are sent once")
  func descriptors() async throws {
    let server = try ScriptedServer()
    let client = client
    let count = { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    _ = try await client.send(request(server, method: .post))
    let before = try count()
    for _ in 1...50 { _ = try await client.send(request(server, method: .post)) }
    try await eventually(within: .seconds(30)) { try count() <= before + 5 }
    #expect(server.connectionCount == 51)
  }

  @Test(
    "ends with an error that says why, whatever the server answers",
    arguments: [
      "garbage\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 99999 x\r\n\r\n", "\0\u{1}\u{2}",
      "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
      "HTTP/1.1 302 F\r\nContent-Length: 0\r\nLocation: http://[::1\r\n\r\n",
      "HTTP/1.1 302 F\r\nContent-Length: 0\r\nLocation: //a@b:c@d\r\n\r\n",
      "HTTP/1.1 401 U\r\nContent-Length: 0\r\nWWW-Authenticate: realm=\r\n\r\n",
      "HTTP/1.1 401 U\r\nContent-Length: 0\r\nWWW-Authenticate: NTLM realm=\"\r\n\r\n",
    ]
  )
  func hostile(answer: String) async throws {
    let server = try ScriptedServer(script: [.readRequest, .send(answer), .close])
    var request = request(server)
    request.attemptTimeout = .seconds(20)
    let error = try await #require(throws: NetworkError.self) { try await client.send(request) }
    #expect(error.networkErrorType != .timeout)
    #expect(error.networkErrorType != .cancelled)
    #expect(!error.message.isEmpty)
  }

  @Test("ends an attempt in which nothing moves")
  func stall() async throws {
    var configuration = NetworkClientConfiguration()
    configuration.stallTimeout = .milliseconds(200)
    let server = try ScriptedServer(script: [.readRequest, .hang])
    let error = try await #require(throws: NetworkError.self) {
      try await Carrier.urlSession.client(configuration).send(request(server))
    }
    #expect(error.networkErrorType == .timeout)
  }
}
