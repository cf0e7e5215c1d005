import NetwatchTestSupport

@testable import NetwatchHTTPServer

/// Answers with what was asked.
let echo: @Sendable (ServerRequest) async -> ServerResponse = { request in
  let query = request.query.map { "[\($0.name)=\($0.value)]" }.joined()
  let text =
    "\(request.method) \(request.path) \(query) <\(String(decoding: request.body, as: UTF8.self))>"
  return ServerResponse(status: 200, body: .bytes(Array(text.utf8)))
}

/// Runs a server at a Unix socket in a folder of its own while a closure runs.
func serving(
  _ change: (inout HTTPServerSettings) -> Void = { _ in },
  handler: @escaping @Sendable (ServerRequest) async -> ServerResponse = echo,
  _ body: (String) async throws -> Void
) async throws {
  let folder = try TemporaryFolder()
  let path = folder.file("socket")
  var settings = HTTPServerSettings(listeners: [.unix(path: path, mode: 0o600)])
  change(&settings)
  let server = try HTTPServer(settings, handler: handler)
  try await running(server) { try await body(path) }
}

/// Runs a server while a closure runs, and then to its end.
func running(_ server: HTTPServer, _ body: () async throws -> Void) async throws {
  // Cancelled by leaving the scope, and awaited.
  async let _ = server.run()
  try await body()
}
