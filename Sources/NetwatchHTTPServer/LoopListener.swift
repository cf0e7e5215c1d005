/// A listening socket and the daemon that serves it; they belong to the server's thread.
final class LoopListener {
  private let socket: ListeningSocket
  private unowned let loop: ServerLoop
  private var daemon: MicroDaemon?

  init(_ socket: ListeningSocket, loop: ServerLoop) throws(HTTPServerError) {
    (self.socket, self.loop) = (socket, loop)
    guard let descriptor = socket.descriptor else {
      throw HTTPServerError("The server has ended.")
    }
    daemon = try MicroDaemon.start(self, on: descriptor, settings: loop.settings)
  }

  /// Whether there is something to do.
  var pollDescriptor: CInt { daemon?.pollDescriptor ?? -1 }

  /// See ``MicroDaemon/timeout``.
  var timeout: UInt64? { daemon?.timeout }

  /// Does what there is to do.
  func run() { daemon?.run() }

  /// A client has connected.
  func opened(_ handle: MicroConnection) -> ServerConnection {
    loop.open(handle, isTCP: socket.isTCP)
  }

  /// Takes no more connections, and removes the socket's file; those that are open stay.
  func close() {
    daemon?.quiesce()
    socket.close()
  }
}
