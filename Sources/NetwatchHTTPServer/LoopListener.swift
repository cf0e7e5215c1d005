/// A listening socket and the daemon that serves it; they belong to the server's thread.
final class LoopListener {
  private let socket: ListeningSocket
  private unowned let loop: ServerLoop
  private var daemon: MicroDaemon?
  private var shares: ConnectionShares

  /// The connections that have a share.
  private var admitted: [UInt64: ServerConnection] = [:]

  init(_ socket: ListeningSocket, loop: ServerLoop) throws(HTTPServerError) {
    (self.socket, self.loop) = (socket, loop)
    shares = ConnectionShares(loop.settings.connections)
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
    let connection = loop.open(handle, isTCP: socket.isTCP)
    if admits(connection) {
      admitted[connection.id] = connection
    } else {
      connection.refuse()
    }
    return connection
  }

  private func admits(_ connection: ServerConnection) -> Bool {
    if shares.take(for: connection.user) { return true }
    guard socket.isTCP, let oldest = oldestWaiting else { return false }
    // Its place is free as of now; it is gone when the daemon has looked at it.
    giveBack(oldest)
    oldest.close()
    return shares.take(for: nil)
  }

  /// The oldest connection that has nothing under way: whoever is let in asks at once.
  private var oldestWaiting: ServerConnection? {
    admitted.values.filter(\.isWaiting).min { $0.id < $1.id }
  }

  private func giveBack(_ connection: ServerConnection) {
    guard admitted.removeValue(forKey: connection.id) != nil else { return }
    shares.giveBack(of: connection.user)
  }

  /// A connection is no more.
  func ended(_ connection: ServerConnection) {
    giveBack(connection)
    connection.closed()
  }

  /// Takes no more connections, and removes the socket's file; those that are open stay.
  func close() {
    daemon?.quiesce()
    socket.close()
  }
}
