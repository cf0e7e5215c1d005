internal import CLinux
internal import Glibc
internal import NetwatchCore

/// A socket that listens, and the file that it is known by, where it has one.
final class ListeningSocket: Sendable {
  /// Whether it is TCP, and so has no peer credentials.
  let isTCP: Bool

  private let open: Lock<CInt?>
  private let file: SocketFile?

  init(owning descriptor: CInt, isTCP: Bool, file: SocketFile? = nil) {
    (self.isTCP, self.file) = (isTCP, file)
    open = Lock(descriptor)
  }

  deinit { close() }

  /// The socket's number; nil where it is closed.
  var descriptor: CInt? { open.withLock { $0 } }

  /// Closes the socket and removes its file; the first call does.
  func close() {
    let descriptor = open.withLock { open in
      defer { open = nil }
      return open
    }
    guard let descriptor else { return }
    // First the file: a client that still finds it finds a server.
    file?.remove()
    _ = Glibc.close(descriptor)
  }
}

extension ListeningSocket {
  /// Opens what a listener of the settings asks for: one socket, or two for TCP.
  static func open(_ listener: ServerListener) throws(HTTPServerError) -> [ListeningSocket] {
    switch listener {
    case .unix(let path, let mode, let group):
      [try unix(path: path, mode: mode, group: group)]
    case .inherited(let descriptor): [try inherited(descriptor)]
    case .tcp(let port): try loopback(port: port)
    }
  }

  /// A socket of its own, which goes with its owner until it listens.
  static func make(_ family: CInt) throws(HTTPServerError) -> OwnedDescriptor {
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(family, CInt(type), 0)
    guard descriptor >= 0 else { throw .system("make a socket") }
    return OwnedDescriptor(number: descriptor)
  }
}
