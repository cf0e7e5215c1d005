internal import CSystemd
internal import Glibc
internal import NetwatchSystem

/// The sockets that the service manager hands to a service (sd_listen_fds_with_names(3)).
package enum InheritedSockets {
  /// Takes the sockets, in the order of their descriptors; none where none were handed over.
  ///
  /// The variables that tell of them are removed, so that no program that this one starts takes them
  /// for its own. It is to be called once, before there are other threads: the environment is theirs
  /// too.
  ///
  /// - Throws: ``InheritedSocketError`` where the variables contradict themselves, or one of the
  ///   descriptors is no listening stream socket. The descriptors are closed then.
  package static func take() throws(InheritedSocketError) -> [InheritedSocket] {
    let names = try takeNames()
    do throws(InheritedSocketError) {
      return try names.enumerated().map { index, name throws(InheritedSocketError) in
        try socket(SD_LISTEN_FDS_START + CInt(index), named: name)
      }
    } catch {
      for index in names.indices { close(SD_LISTEN_FDS_START + CInt(index)) }
      throw error
    }
  }

  private static func takeNames() throws(InheritedSocketError) -> [String] {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = unsafe sd_listen_fds_with_names(1, &names)
    guard count >= 0 else { throw .variables(code: -count) }
    defer { unsafe free(names) }
    return (0..<Int(count)).map { index in
      guard let name = unsafe names?[index] else { return "unknown" }
      defer { unsafe free(name) }
      return unsafe String(cString: name)
    }
  }

  private static func socket(
    _ descriptor: CInt,
    named name: String
  ) throws(InheritedSocketError) -> InheritedSocket {
    guard let kind = kind(of: descriptor) else { throw .kind(name: name, descriptor: descriptor) }
    return InheritedSocket(descriptor: descriptor, kind: kind)
  }

  private static func kind(of descriptor: CInt) -> InheritedSocket.Kind? {
    let stream = CInt(SOCK_STREAM.rawValue)
    if sd_is_socket_unix(descriptor, stream, 1, nil, 0) > 0 { return .unix }
    guard sd_is_socket_inet(descriptor, AF_UNSPEC, stream, 1, 0) > 0 else { return nil }
    return .tcp(isLoopback: BoundAddress(of: descriptor)?.isLoopback == true)
  }
}
