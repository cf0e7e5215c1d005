import Foundation
import FoundationNetworking
import NetwatchCore
import NetwatchFoundation
import NetwatchHTTP
import NetwatchTestSupport
import Testing

@Suite("A client that is given URLRequests")
struct URLRequestClientTests {
  private func urlRequest(
    _ server: ScriptedServer,
    _ path: String = "/",
    method: String = "GET"
  ) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: server.origin + path)))
    request.httpMethod = method
    return request
  }

  @Test("returns any status", arguments: Carrier.allCases, [200, 204, 304, 401, 404, 500])
  func anyStatus(carrier: Carrier, status: Int) async throws {
    let body = [204, 304].contains(status) ? "" : "text"
    let server = try ScriptedServer(
      script: .http(status: status, headers: ["X-A": "1"], body: body)
    )
    let (data, response) = try await carrier.client().data(for: urlRequest(server, "/x"))
    #expect(response.statusCode == status)
    #expect(response.value(forHTTPHeaderField: "X-A") == "1")
    #expect(response.url?.absoluteString == server.origin + "/x")
    #expect(String(decoding: data, as: UTF8.self) == body)
    #expect(server.requestCount == 1)
  }

  @Test("retries a 503 first, as its chain says", arguments: Carrier.allCases)
  func retried(carrier: Carrier) async throws {
    let server = try ScriptedServer()
    server.enqueue(.http(status: 503), .http(status: 503, keepsAlive: false))
    let (_, response) = try await carrier.client().retrying.data(for: urlRequest(server))
    #expect(response.statusCode == 200)
    #expect(server.requestCount == 3)
  }

  @Test("returns the last 503 when the chain gives up", arguments: Carrier.allCases)
  func givenUp(carrier: Carrier) async throws {
    let server = try ScriptedServer(script: .http(status: 503, body: "busy"))
    let (data, response) = try await carrier.client().retrying.data(for: urlRequest(server))
    #expect(response.statusCode == 503)
    #expect(data == Data("busy".utf8))
    #expect(server.requestCount == 3)
  }

  @Test("returns the whole body of a refusal, however long", arguments: Carrier.allCases)
  func longRefusal(carrier: Carrier) async throws {
    let body = String(repeating: "x", count: 200_000)
    let server = try ScriptedServer(script: .http(status: 404, body: body))
    let (data, _) = try await carrier.client().data(for: urlRequest(server))
    #expect(data.count == body.utf8.count)
  }

  @Test(
    "throws a URLError where nobody answers, with the attempts behind it",
    arguments: Carrier.allCases
  )
  func refused(carrier: Carrier) async throws {
    let server = try ScriptedServer()
    let request = try urlRequest(server)
    server.stop()
    let error = try await #require(throws: URLError.self) {
      try await carrier.client().retrying.data(for: request)
    }
    #expect(error.code == .cannotConnectToHost)
    #expect(error.networkError?.attempts.count == 3)
  }

  @Test("sends the body of a POST once, although the answer is a 503", arguments: Carrier.allCases)
  func post(carrier: Carrier) async throws {
    let server = try ScriptedServer(script: .http(status: 503))
    var request = try urlRequest(server, method: "POST")
    request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data("hello".utf8)
    let (_, response) = try await carrier.client().retrying.data(for: request)
    #expect(response.statusCode == 503)
    #expect(server.requests.map(\.body) == ["hello"])
    #expect(server.requests.first?.header("Content-Type") == "text/plain")
  }

  @Test("sends a body stream once", arguments: Carrier.allCases)
  func stream(carrier: Carrier) async throws {
    let server = try ScriptedServer(
      script: [.readRequest, .response(status: 503, keepsAlive: false), .close]
    )
    let text = String(repeating: "x", count: 100_000)
    var request = try urlRequest(server, method: "PUT")
    request.httpBodyStream = InputStream(data: Data(text.utf8))
    let (_, response) = try await carrier.client().retrying.data(for: request)
    #expect(response.statusCode == 503)
    #expect(server.requestCount == 1)
  }

  @Test("uploads data again with the same key", arguments: Carrier.allCases)
  func upload(carrier: Carrier) async throws {
    let server = try ScriptedServer()
    server.enqueue(.http(status: 503))
    let request = try urlRequest(server, method: "POST")
    let (_, response) = try await carrier.client().retrying
      .upload(for: request, from: Data("abc".utf8))
    #expect(response.statusCode == 200)
    #expect(server.requests.map(\.body) == ["abc", "abc"])
    let keys = server.requests.compactMap { $0.header("Idempotency-Key") }
    #expect(keys.count == 2)
    #expect(Set(keys).count == 1)
  }

  @Test("uploads a file", arguments: Carrier.allCases)
  func uploadFile(carrier: Carrier) async throws {
    let server = try ScriptedServer()
    server.enqueue(.http(status: 503))
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("netwatch-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = String(repeating: "line\n", count: 50_000)
    try Data(text.utf8).write(to: file)
    let request = try urlRequest(server, method: "PUT")
    let (_, response) = try await carrier.client().retrying.upload(for: request, fromFile: file)
    #expect(response.statusCode == 200)
    #expect(server.requests.map { $0.body == text } == [true, true])
    #expect(server.requests.first?.header("Content-Length") == "250000")
  }

  @Test("refuses to upload what is no file")
  func uploadNoFile() async throws {
    let server = try ScriptedServer()
    let request = try urlRequest(server, method: "PUT")
    let url = try #require(URL(string: "http://a.example/"))
    await #expect(throws: URLError(.unsupportedURL)) {
      try await Carrier.libcurl.client().upload(for: request, fromFile: url)
    }
    let missing = URL(fileURLWithPath: "/nonexistent/netwatch")
    let error = await #expect(throws: URLError.self) {
      try await Carrier.libcurl.client().upload(for: request, fromFile: missing)
    }
    #expect(error?.networkErrorType == .invalidRequest)
    #expect(server.connectionCount == 0)
  }

  @Test("downloads into a file of its own", arguments: Carrier.allCases, [200, 404])
  func download(carrier: Carrier, status: Int) async throws {
    let server = try ScriptedServer(script: .http(status: status, body: "content"))
    let (file, response) = try await carrier.client().download(for: urlRequest(server))
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(response.statusCode == status)
    #expect(try String(contentsOf: file, encoding: .utf8) == "content")
  }

  @Test("throws CancellationError when its task is cancelled", arguments: Carrier.allCases)
  func cancellation(carrier: Carrier) async throws {
    let server = try ScriptedServer(script: [.readRequest, .hang])
    let request = try urlRequest(server)
    let client = carrier.client().retrying
    let task = Task { try await client.data(for: request) }
    try await eventually(within: .seconds(30)) { server.requestCount == 1 }
    task.cancel()
    let time = await ContinuousClock().measure {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(time < .milliseconds(500))
    try await eventually(within: .seconds(30)) { server.openConnectionCount == 0 }
    #expect(server.requestCount == 1)
  }
}
