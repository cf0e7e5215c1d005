import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

/// Redirects, followed over real sockets.
@Suite(.timeLimit(.minutes(1)))
struct ClientRedirectTests {
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer()
  }

  private func redirect(_ status: Int = 302, to location: String) -> ScriptedServer.Script {
    .http(status: status, headers: ["Location": location])
  }

  @Test func `a loop ends after ten redirects, and is not retried`() async throws {
    server.script = redirect(to: "/again")
    let client = NetworkClient.testing().with(.hastyBackoff())
    let error = try await client.failure(of: .init(url: "\(server.origin)/"))
    #expect(error.networkErrorType == .badRedirect)
    #expect(server.requestCount == 11)
    #expect(error.attempts.count == 1)
  }

  @Test func `credentials stay at their origin`() async throws {
    let other = try ScriptedServer()
    server.script = redirect(to: "\(other.origin)/elsewhere")
    let request = NetworkRequest(
      url: "\(server.origin)/",
      headers: ["Authorization": "Bearer secret", "Cookie": "secret", "Accept": "text/plain"]
    )
    let response = try await NetworkClient.testing().send(request)
    #expect(response.url == "\(other.origin)/elsewhere")
    #expect(server.requests.first?.header("Authorization") == "Bearer secret")
    let arrived = try #require(other.requests.first)
    #expect(!arrived.head.contains("secret"))
    #expect(arrived.header("Accept") == "text/plain")
  }

  @Test func `credentials go along within their origin`() async throws {
    server.enqueue(redirect(to: "/elsewhere"))
    let request = NetworkRequest(url: "\(server.origin)/", headers: ["Authorization": "secret"])
    _ = try await NetworkClient.testing().send(request)
    #expect(server.requests.map { $0.header("Authorization") } == ["secret", "secret"])
  }

  @Test(
    "303 becomes GET, 307 and 308 keep method and body",
    arguments: [
      (301, "GET", ""), (302, "GET", ""), (303, "GET", ""), (307, "POST", "body"),
      (308, "POST", "body"),
    ]
  )
  func method(status: Int, method: String, body: String) async throws {
    server.enqueue(redirect(status, to: "/elsewhere"))
    let request = NetworkRequest(
      method: .post,
      url: "\(server.origin)/",
      body: .bytes(Array("body".utf8))
    )
    #expect(try await NetworkClient.testing().send(request).status == 200)
    #expect(server.requests.map(\.method) == ["POST", method])
    #expect(server.requests.map(\.body) == ["body", body])
  }

  @Test func `a retry begins again at the request's own URL, with its credentials`() async throws {
    let other = try ScriptedServer(script: .http(status: 503))
    server.script = redirect(to: "\(other.origin)/elsewhere")
    let request = NetworkRequest(url: "\(server.origin)/", headers: ["Authorization": "secret"])
    let error = try await NetworkClient.testing().with(.hastyBackoff()).failure(of: request)
    #expect(error.networkErrorType == .status(503))
    #expect(error.url == "\(other.origin)/elsewhere")
    #expect(error.attempts.count == 3)
    #expect(server.requests.map { $0.header("Authorization") } == ["secret", "secret", "secret"])
    #expect(other.requestCount == 3)
  }

  @Test func `the limit of an attempt holds over its redirects`() async throws {
    server.script = [
      .readRequest, .pause(.milliseconds(80)), .response(status: 302, headers: ["Location": "/"]),
      .again,
    ]
    var request = NetworkRequest(url: "\(server.origin)/")
    request.attemptTimeout = .milliseconds(200)
    let error = try await NetworkClient.testing().failure(of: request)
    #expect(error.networkErrorType == .timeout)
    #expect((1...3).contains(server.requestCount))
  }
}
