internal import Glibc
internal import NetwatchHTTPServer
internal import NetwatchSystemd

extension ListenSettings {
  /// Where the server listens: on the sockets that the service manager opened, or else on its own.
  ///
  /// - Parameter sockets: The manager's.
  /// - Throws: ``ServiceFailure`` for a socket that anybody in the network could reach, and a group
  ///   that is not there.
  func listeners(instead sockets: [InheritedSocket]) throws(ServiceFailure) -> [ServerListener] {
    guard sockets.isEmpty else { return try sockets.map(Self.listener) }
    var listeners = [ServerListener.unix(path: socket, mode: mode, group: try groupNumber())]
    if let tcpPort { listeners.append(.tcp(port: tcpPort)) }
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

  private func groupNumber() throws(ServiceFailure) -> UInt32? {
    switch group {
    case nil: return nil
    case .id(let number): return number
    case .name(let name):
      guard let number = Self.number(ofGroup: name) else {
        throw ServiceFailure(.configuration, "listen.group: there is no group \(name)")
      }
      return number
    }
  }

  /// The number of a group in the system's database (getgrnam_r(3)).
  private static func number(ofGroup name: String) -> UInt32? {
    var room = [CChar](repeating: 0, count: 1 << 16)
    var entry = unsafe group_entry()
    var found: UnsafeMutablePointer<group_entry>?
    guard unsafe getgrnam_r(name, &entry, &room, room.count, &found) == 0 else { return nil }
    return unsafe found?.pointee.gr_gid
  }
}

private typealias group_entry = Glibc.group
