internal import NetwatchHTTPServer
internal import NetwatchSystemd

extension ListenSettings {
  /// Where the server listens: on the sockets that the service manager opened, and on those of its own
  /// of whose kind there is none among them.
  ///
  /// A socket unit gives the Unix socket its group, and knows nothing of a port that is configured here.
  ///
  /// - Parameter sockets: The manager's.
  /// - Returns: All of them, the manager's first.
  /// - Throws: ``ServiceFailure`` for a socket that anybody in the network could reach, and a group
  ///   that is not there or can't be looked up.
  func listeners(besides sockets: [InheritedSocket]) throws(ServiceFailure) -> [ServerListener] {
    var listeners = try sockets.map(Self.listener)
    if !sockets.contains(where: { $0.kind == .unix }) {
      listeners.append(.unix(path: socket, mode: mode, group: try groupNumber()))
    }
    if let tcpPort, sockets.allSatisfy({ $0.kind == .unix }) {
      listeners.append(.tcp(port: tcpPort))
    }
    return listeners
  }

  private static func listener(
    _ socket: InheritedSocket
  ) throws(ServiceFailure) -> ServerListener {
    switch socket.kind {
    case .unix, .tcp(isLoopback: true): return .inherited(descriptor: socket.descriptor)
    case .tcp(isLoopback: false):
      throw ServiceFailure(
        .configuration,
        "the socket unit opens a TCP port to the network; expected a Unix socket, or a port on a"
          + " loopback address"
      )
    }
  }

  /// Makes sure that there is the group, as the start will.
  ///
  /// - Throws: ``ServiceFailure``: there is none, or it could not be looked up.
  package func checkGroup() throws(ServiceFailure) { _ = try groupNumber() }

  private func groupNumber() throws(ServiceFailure) -> UInt32? {
    switch group {
    case nil: return nil
    case .id(let number): return number
    case .name(let name):
      do throws(AccountLookupError) {
        return try AccountLookup.group(named: name)
      } catch {
        switch error {
        case .missing:
          throw ServiceFailure(.configuration, "listen.group: there is no group \(name)")
        case .refused(let code):
          throw ServiceFailure("listen.group: the group \(name) can't be looked up", code: code)
        }
      }
    }
  }
}
