internal import CLinux
internal import Glibc
internal import NetwatchSystem

/// TCP, on loopback addresses alone.
extension ListeningSocket {
  /// Listens on 127.0.0.1, and on the same port of ::1 where the host has it.
  static func loopback(port: UInt16) throws(HTTPServerError) -> [ListeningSocket] {
    let first = try loopback(.ipv4(port: port))
    guard let descriptor = first.descriptor, let bound = BoundAddress(of: descriptor) else {
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
}
