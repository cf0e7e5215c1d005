internal import CLinux
internal import Glibc

/// TCP, on loopback addresses alone.
extension ListeningSocket {
  /// Listens on 127.0.0.1, and on the same port of ::1 where the host has it.
  static func loopback(port: UInt16) throws(HTTPServerError) -> [ListeningSocket] {
    let first = try loopback(.ipv4(port: port))
    guard let descriptor = first.descriptor, let bound = LoopbackAddress(boundTo: descriptor) else {
      throw .system("tell the port that was bound")
    }
    do throws(HTTPServerError) {
      return [first, try loopback(.ipv6(port: bound.port))]
    } catch  where error.systemCode == EADDRNOTAVAIL || error.systemCode == EAFNOSUPPORT {
      return [first]
    }
  }

  private static func loopback(_ address: LoopbackAddress) throws(HTTPServerError)
    -> ListeningSocket
  {
    let socket = try make(address.family)
    set(socket.number, SOL_SOCKET, SO_REUSEADDR)
    if address.family == AF_INET6 { set(socket.number, CInt(IPPROTO_IPV6), IPV6_V6ONLY) }
    guard address.bind(socket.number), listen(socket.number, SOMAXCONN) == 0 else {
      throw .system("listen on \(address)")
    }
    return ListeningSocket(owning: socket.release(), isTCP: true)
  }

  private static func set(_ socket: CInt, _ level: CInt, _ option: CInt) {
    var value: CInt = 1
    unsafe _ = setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  /// Takes over a socket, and closes it where it is none that a server of this kind may have.
  static func inherited(_ descriptor: CInt) throws(HTTPServerError) -> ListeningSocket {
    let socket = OwnedSocket(number: descriptor)
    guard value(of: SO_ACCEPTCONN, descriptor) == 1,
      value(of: SO_TYPE, descriptor) == CInt(SOCK_STREAM.rawValue)
    else { throw HTTPServerError("The inherited descriptor \(descriptor) is no listening socket.") }
    let isTCP = value(of: SO_DOMAIN, descriptor) != AF_UNIX
    guard !isTCP || LoopbackAddress(boundTo: descriptor) != nil else {
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
