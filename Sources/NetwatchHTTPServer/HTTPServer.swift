internal import CLinux
internal import NetwatchCore
internal import NetwatchSystem

/// An HTTP/1.1 server for programs of the same host.
///
/// It listens from its creation, and serves while ``run()`` does.
package final class HTTPServer: Sendable {
  private let settings: HTTPServerSettings
  private let handler: @Sendable (ServerRequest) async -> ServerResponse
  private let sockets: [ListeningSocket]
  private let mailbox: ServerMailbox
  private let hasRun = Lock(false)

  /// Opens the sockets.
  ///
  /// - Parameters:
  ///   - settings: Where to listen, and the limits.
  ///   - handler: Answers requests, of all connections at once. Its task is cancelled where the server
  ///     ends and it takes longer than the settings allow, not where the client has gone.
  /// - Throws: ``HTTPServerError``: the path or port is in use, or what stands there is no socket.
  package init(
    _ settings: HTTPServerSettings,
    handler: @escaping @Sendable (ServerRequest) async -> ServerResponse
  ) throws(HTTPServerError) {
    var sockets: [ListeningSocket] = []
    for listener in settings.listeners { sockets += try ListeningSocket.open(listener) }
    (self.settings, self.handler, self.sockets) = (settings, handler, sockets)
    mailbox = try ServerMailbox()
  }

  /// The port that was bound, where it listens on TCP.
  package var port: UInt16? {
    sockets.filter(\.isTCP).compactMap { socket in
      socket.descriptor.flatMap { BoundAddress(of: $0)?.port }
    }.first
  }

  /// Serves until the task is cancelled, once.
  ///
  /// Then it takes no more, closes its sockets and removes their files, tells the producers of streams
  /// that it stops, and gives what is under way ``HTTPServerSettings/stopTimeout`` to end. It returns
  /// when all has ended: connections, handlers, and its thread's work.
  ///
  /// - Throws: `CancellationError` once it has ended; ``HTTPServerError`` where it could not begin.
  package func run() async throws {
    let isFirst = hasRun.withLock { hasRun in
      defer { hasRun = true }
      return !hasRun
    }
    precondition(isFirst, "A server runs once.")
    try await withTaskCancellationHandler {
      try await serve()
    } onCancel: {
      mailbox.post(.stop)
    }
    try Task.checkCancellation()
  }

  private func serve() async throws {
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      let code = DetachedThread.start(named: "netwatch-http") { [self] in
        ended.resume(with: Result { try runLoop() })
      }
      if let code { ended.resume(throwing: HTTPServerError.system("start a thread", code)) }
    }
  }

  /// Its own function, so that everything of the loop is gone when it returns.
  private func runLoop() throws {
    defer { for socket in sockets { socket.close() } }
    let loop = try ServerLoop(settings: settings, mailbox: mailbox, handler: handler)
    try loop.run(sockets)
  }
}
