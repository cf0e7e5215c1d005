import NetwatchClient
import NetwatchCore
import NetwatchHTTPServer
import NetwatchTestSupport

extension ServiceClient {
  /// A client of a service that does what a script says.
  init(_ server: ScriptedServer, token: String? = nil) {
    self.init(url: server.origin, token: token)
  }
}

/// A service at a Unix socket in a folder of its own, which answers as a test says and remembers what
/// it was asked.
final class FakeService: Sendable {
  private let folder: TemporaryFolder
  private let asked = Lock<[ServerRequest]>([])
  private let handler: @Sendable (ServerRequest, Int) async -> ServerResponse

  /// Creates a service that does not listen yet; its handler is given the number of requests before.
  init(_ handler: @escaping @Sendable (ServerRequest, Int) async -> ServerResponse) throws {
    folder = try TemporaryFolder()
    self.handler = handler
  }

  var path: String { folder.file("socket") }
  var client: ServiceClient { ServiceClient(socket: path) }

  /// What was asked so far.
  var requests: [ServerRequest] { asked.withLock { $0 } }

  /// Listens while a closure runs.
  func run(_ body: () async throws -> Void) async throws {
    var settings = HTTPServerSettings(listeners: [.unix(path: path, mode: 0o600)])
    settings.stopTimeout = .milliseconds(200)
    let server = try HTTPServer(settings) { [self] request in
      let count = asked.withLock { asked in
        asked.append(request)
        return asked.count - 1
      }
      return await handler(request, count)
    }
    // Cancelled by leaving the scope, and awaited.
    async let _ = server.run()
    try await body()
  }

  /// Answers everything with one document while a closure runs.
  static func answering(
    status: Int = 200,
    _ text: String,
    _ body: (FakeService) async throws -> Void
  ) async throws {
    let service = try FakeService { _, _ in .json(status: status, text) }
    try await service.run { try await body(service) }
  }
}

extension ServerResponse {
  /// An answer with a document.
  static func json(status: Int = 200, _ text: String) -> ServerResponse {
    let type = status < 400 ? "application/json" : "application/problem+json"
    return of(status, type, text)
  }

  /// A stream of events that ends behind these.
  static func events(_ text: String) -> ServerResponse { of(200, "text/event-stream", text) }

  static func of(_ status: Int, _ type: String, _ text: String) -> ServerResponse {
    let headers = (try? ServerHeader("Content-Type", type)).map { [$0] } ?? []
    return ServerResponse(status: status, headers: headers, body: .bytes(Array(text.utf8)))
  }
}
