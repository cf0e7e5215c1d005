internal import CLinux
internal import Glibc
internal import NetwatchSystem

/// Sockets that somebody else has opened, Unix and TCP.
extension ListeningSocket {
  /// Takes over a socket, and closes it where it is none that a server of this kind may have.
  static func inherited(_ descriptor: CInt) throws(HTTPServerError) -> ListeningSocket {
    let socket = OwnedDescriptor(number: descriptor)
    guard value(of: SO_ACCEPTCONN, descriptor) == 1,
      value(of: SO_TYPE, descriptor) == CInt(SOCK_STREAM.rawValue)
    else { throw HTTPServerError("The inherited descriptor \(descriptor) is no listening socket.") }
    let isTCP = value(of: SO_DOMAIN, descriptor) != AF_UNIX
    guard !isTCP || BoundAddress(of: descriptor)?.isLoopback == true else {
      throw HTTPServerError("The inherited socket \(descriptor) is not on a loopback address.")
    }
    // MHD must not wait in it, and no child is to have it.
    guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    else { throw .system("take over the inherited socket \(descriptor)") }
    return ListeningSocket(owning: socket.release(), isTCP: isTCP)
  }

  private static func value(of option: CInt, _ socket: CInt) -> CInt? {
    var value: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    guard unsafe getsockopt(socket, SOL_SOCKET, option, &value, &size) == 0 else { return nil }
    return value
  }
}
