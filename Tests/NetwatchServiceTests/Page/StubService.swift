import NetwatchCore
import NetwatchHTTPServer
import NetwatchService
import NetwatchTestSupport

/// The page, and an API behind it that answers with documents of `Tests/Pages`.
final class StubService: Sendable {
  private struct State {
    var streams: [ServerStream] = []
    var requests: [String] = []
    var hasSession = true
  }

  private let state = Lock(State())

  /// The requests that ask for a change, as `METHOD PATH TYPE ORIGIN`.
  var changes: [String] { state.withLock { $0.requests } }

  /// Sends an event to everybody who listens.
  func send(_ event: String, _ data: String) {
    for stream in state.withLock({ $0.streams }) {
      stream.send(Array("event: \(event)\ndata: \(data)\n\n".utf8))
    }
  }

  /// Has everybody be refused from now on, and the streams end.
  func endSessions() {
    let streams = state.withLock { state in
      state.hasSession = false
      return state.streams
    }
    for stream in streams { stream.finish() }
  }

  /// Serves at a port while a closure runs, which gets the page's address and the port.
  func serve(
    at port: UInt16 = 0,
    _ body: (_ url: String, _ port: UInt16) async throws -> Void
  ) async throws {
    var settings = HTTPServerSettings(listeners: [.tcp(port: port)])
    settings.stopTimeout = .seconds(1)
    let server = try HTTPServer(settings) { self.answer($0) }
    let port = server.port ?? 0
    // Cancelled by leaving the scope, and awaited.
    async let _ = server.run()
    try await body("http://127.0.0.1:\(port)/", port)
  }

  private func answer(_ request: ServerRequest) -> ServerResponse {
    guard request.path != "/" else { return StatusPage.response }
    guard state.withLock({ $0.hasSession }) else { return problem(401, "Nobody knows you.") }
    guard request.method == "GET" else { return change(request) }
    return switch request.path {
    case "/v1/events":
      .init(status: 200, headers: Self.type("text/event-stream"), body: .stream(open()))
    case "/v1/state": document("state.json")
    case "/v1/history": document("history.json")
    case "/v1/jobs":
      document(request.query.contains { $0.value == "dead" } ? "dead-jobs.json" : "open-jobs.json")
    default: problem(404, "There is nothing here.")
    }
  }

  /// Lets job 4 be changed, and no other.
  private func change(_ request: ServerRequest) -> ServerResponse {
    let fields = [request.headers["Content-Type"] ?? "", request.headers["Origin"] ?? ""]
    let line = ([request.method, request.path] + fields).joined(separator: " ")
    state.withLock { $0.requests.append(line) }
    guard request.path.hasPrefix("/v1/jobs/4") else { return problem(409, "It has ended already.") }
    return ServerResponse(
      status: 200,
      headers: Self.type("application/json"),
      body: .bytes([0x7B, 0x7D])
    )
  }

  private func open() -> ServerStream {
    let stream = ServerStream(capacity: 65_536) { _ in [] }
    stream.send(Array("retry: 200\n\n".utf8))
    state.withLock { $0.streams.append(stream) }
    return stream
  }

  private func document(_ name: String) -> ServerResponse {
    let text = (try? PageReader.document(name)) ?? ""
    return ServerResponse(
      status: 200,
      headers: Self.type("application/json"),
      body: .bytes(Array(text.utf8))
    )
  }

  private func problem(_ status: Int, _ detail: String) -> ServerResponse {
    ServerResponse(
      status: status,
      headers: Self.type("application/problem+json"),
      body: .bytes(Array(#"{"detail":"\#(detail)"}"#.utf8))
    )
  }

  private static func type(_ name: String) -> [ServerHeader] {
    (try? ServerHeader("Content-Type", name)).map { [$0] } ?? []
  }
}
