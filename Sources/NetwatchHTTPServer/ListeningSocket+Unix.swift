internal import CLinux
internal import Glibc

/// Unix sockets with a file (unix(7)).
extension ListeningSocket {
  static func unix(
    path: String,
    mode: UInt32,
    group: UInt32?
  ) throws(HTTPServerError) -> ListeningSocket {
    guard let address = UnixAddress(path) else {
      throw HTTPServerError(
        "The socket's path \(path.debugDescription) has to be absolute, "
          + "and at most \(UnixAddress.longestPath) bytes long."
      )
    }
    let socket = try make(AF_UNIX)
    // The file gets these rights less the umask's: nobody but the owner, until the group is set.
    _ = fchmod(socket.number, 0o600)
    try bind(socket.number, to: address)
    guard let file = SocketFile(at: path) else { throw .system("find the socket \(path)") }
    do throws(HTTPServerError) {
      try grant(path, mode: mode, group: group)
      // Until here a connection is refused.
      guard listen(socket.number, SOMAXCONN) == 0 else { throw .system("listen at \(path)") }
    } catch {
      file.remove()
      throw error
    }
    return ListeningSocket(owning: socket.release(), isTCP: false, file: file)
  }

  private static func bind(_ socket: CInt, to address: UnixAddress) throws(HTTPServerError) {
    if address.bind(socket) { return }
    guard errno == EADDRINUSE else { throw .system("bind the socket \(address.path)") }
    try removeStale(address)
    if !address.bind(socket) { throw .system("bind the socket \(address.path)") }
  }

  /// Removes a socket that nobody listens at, and nothing else.
  private static func removeStale(_ address: UnixAddress) throws(HTTPServerError) {
    guard let file = SocketFile(at: address.path) else {
      throw HTTPServerError(
        "There is something else than a socket at \(address.path), which is left alone.",
        systemCode: EADDRINUSE
      )
    }
    let probe = try make(AF_UNIX)
    if !address.connect(probe.number) {
      guard errno == ECONNREFUSED else { throw .system("tell who listens at \(address.path)") }
      file.remove()
      return
    }
    throw HTTPServerError(
      "Another server listens at \(address.path) already.",
      systemCode: EADDRINUSE
    )
  }

  private static func grant(
    _ path: String,
    mode: UInt32,
    group: UInt32?
  ) throws(HTTPServerError) {
    if let group, unsafe lchown(path, uid_t.max, group) != 0 {
      throw .system("give the socket \(path) to the group \(group)")
    }
    if unsafe chmod(path, mode_t(mode & 0o777)) != 0 {
      throw .system("set the mode of the socket \(path)")
    }
  }
}

/// The address of a Unix socket.
struct UnixAddress {
  let path: String
  private var address = sockaddr_un()

  /// The bytes that there is room for, without the NUL behind them.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  init?(_ path: String) {
    guard path.hasPrefix("/"), path.utf8.count <= Self.longestPath, !path.utf8.contains(0) else {
      return nil
    }
    self.path = path
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      unsafe room.copyBytes(from: path.utf8)
    }
  }

  /// Makes the file, of the socket; false where errno says why not.
  func bind(_ socket: CInt) -> Bool {
    unsafe withPointer { unsafe Glibc.bind(socket, $0, $1) } == 0
  }

  /// Whether somebody listens at the file; false where errno says why not.
  ///
  /// A full queue is somebody's.
  func connect(_ socket: CInt) -> Bool {
    unsafe withPointer { unsafe Glibc.connect(socket, $0, $1) } == 0 || errno == EAGAIN
  }

  private func withPointer(_ body: (UnsafePointer<sockaddr>?, socklen_t) -> CInt) -> CInt {
    unsafe withUnsafeBytes(of: address) { bytes in
      unsafe body(
        bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count)
      )
    }
  }
}
