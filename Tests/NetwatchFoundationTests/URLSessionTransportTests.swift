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

  @Test("retries a 503 under its chain, over one kept connection")
  func chain() async throws {
    let server = try ScriptedServer(script: .http(body: "ok"))
    server.enqueue(.http(status: 503), .http(status: 503))
    let response = try await client.retrying.send(server.request())
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
    var request = server.request()
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

  @Test(
    "refuses a redirect that leads nowhere, as with libcurl",
    arguments: Carrier.allCases,
    [[:], ["Location": ""], ["Location": "//"], ["Location": "ftp://a.example/"]]
      as [KeyValuePairs<String, String>]
  )
  func deadEnd(carrier: Carrier, headers: KeyValuePairs<String, String>) async throws {
    let server = try ScriptedServer(script: .http(status: 302, headers: headers))
    let error = await #expect(throws: NetworkError.self) {
      try await carrier.client().send(server.request())
    }
    #expect(error?.networkErrorType == .badRedirect)
  }

  @Test("takes an answer of 401 with a challenge as the answer")
  func challenge() async throws {
    let server = try ScriptedServer(
      script: .http(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], body: "who?")
    )
    let error = try await #require(throws: NetworkError.self) {
      try await client.send(server.request())
    }
    #expect(error.networkErrorType == .status(401))
    #expect(error.response?.body == Array("who?".utf8))
    #expect(server.requestCount == 1)
  }

  @Test("sends a POST once, although a kept connection is there that dies of it")
  func noRepetition() async throws {
    let server = try ScriptedServer()
    _ = try await client.send(server.request())
    server.script = [.readRequest, .reset]
    let error = try await #require(throws: NetworkError.self) {
      try await client.send(server.request(method: .post))
    }
    #expect(error.networkErrorType == .connectionLost)
    #expect(server.requests.map(\.method) == ["GET", "POST"])
    #expect(server.connectionCount == 2)
    try await eventually(within: .seconds(30)) {
      server.openConnectionCount <= 1
    }
  }

  @Test("does not answer from a cache")
  func cache() async throws {
    let server = try ScriptedServer(
      script: .http(headers: ["Cache-Control": "max-age=1000"], body: "x")
    )
    let session = URLSession(configuration: .default)
    let client = NetworkClient(
      connectivityManager: SettableConnectivityManager(),
      session: session
    )
    for _ in 1...2 { _ = try await client.send(server.request()) }
    #expect(server.requestCount == 2)
    #expect(session.configuration.urlCache != nil)
  }

  @Test("reports how requests end")
  func evidence() async throws {
    let manager = SettableConnectivityManager()
    let client = Carrier.urlSession.client(manager: manager)
    let server = try ScriptedServer()
    _ = try await client.send(server.request())
    server.script = [.readRequest, .close]
    _ = await #expect(throws: NetworkError.self) {
      try await client.send(server.request(method: .post))
    }
    server.stop()
    _ = await #expect(throws: NetworkError.self) { try await client.send(server.request()) }
    #expect(
      manager.evidence.map(\.outcome) == [.answered, .failed(.reset), .failed(.refused)]
    )
  }

  @Test("reports how far a download has come, and writes it to its file")
  func progress() async throws {
    let text = String(repeating: "x", count: 300_000)
    let server = try ScriptedServer(script: .http(body: text))
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("netwatch-test-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let reports = Lock<[TransferProgress]>([])
    _ = try await client.download(server.request(), to: path) { report in
      reports.withLock { $0.append(report) }
    }
    let last = try #require(reports.withLock { $0.last })
    #expect(last.received == 300_000)
    #expect(last.expected == 300_000)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
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
    var request = server.request()
    request.attemptTimeout = .seconds(20)
    let error = try await #require(throws: NetworkError.self) { try await client.send(request) }
    #expect(error.networkErrorType != .timeout)
    #expect(error.networkErrorType != .cancelled)
    #expect(!error.message.isEmpty)
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
}
