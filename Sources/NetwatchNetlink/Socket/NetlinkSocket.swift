import CLinux
import CNetlink
import Glibc

/// A connection to the kernel's routing service; libnl owns the descriptor and its address.
@safe struct NetlinkSocket: ~Copyable {
  private let handle: OpaquePointer

  private init(handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe nl_socket_free(handle)
  }

  /// Opens a socket, in another network namespace where one is given.
  static func open(in namespace: NamespaceDescriptor?) throws(NetlinkError) -> NetlinkSocket {
    try inNamespace(namespace) { () throws(NetlinkError) in try open() }
  }

  private static func open() throws(NetlinkError) -> NetlinkSocket {
    guard let handle = unsafe nl_socket_alloc() else { throw NetlinkError(.allocate, code: ENOMEM) }
    // From here on `socket` owns the handle, so every throw below also frees it.
    let socket = unsafe NetlinkSocket(handle: handle)
    unsafe nl_socket_disable_seq_check(handle)
    // libnl's own codes merge errors that differ, so the reason is taken from the system call that
    // it made last.
    errno = 0
    guard unsafe nl_connect(handle, NETLINK_ROUTE) == 0 else {
      throw NetlinkError(.connect, code: errno == 0 ? EPROTONOSUPPORT : errno)
    }
    return socket
  }

  /// The descriptor to poll; it is valid for as long as the socket lives.
  var fileDescriptor: CInt { unsafe nl_socket_get_fd(handle) }

  /// Makes reads and writes return at once.
  func makeNonBlocking() throws(NetlinkError) {
    guard unsafe nl_socket_set_nonblocking(handle) == 0 else {
      throw NetlinkError(.configure, code: errno, operand: "non-blocking mode")
    }
  }

  /// Joins a multicast group.
  func join(_ group: rtnetlink_groups, named name: String) throws(NetlinkError) {
    errno = 0
    guard unsafe nl_socket_add_membership(handle, CInt(group.rawValue)) == 0 else {
      throw NetlinkError(.join, code: errno == 0 ? EINVAL : errno, operand: name)
    }
  }

  /// Asks for a receive buffer, beyond the system's limit where the process may.
  func setReceiveBuffer(_ size: Int) throws(NetlinkError) {
    let size = CInt(clamping: size)
    guard setOption(SOL_SOCKET, SO_RCVBUFFORCE, size) != 0 else { return }
    let status = setOption(SOL_SOCKET, SO_RCVBUF, size)
    guard status == 0 else {
      throw NetlinkError(.configure, code: status, operand: "receive buffer")
    }
  }

  /// Sets a socket option, and returns 0 or the error number.
  @discardableResult
  func setOption<Value: BitwiseCopyable>(_ level: CInt, _ name: CInt, _ value: Value) -> CInt {
    let size = socklen_t(MemoryLayout<Value>.size)
    let status = unsafe withUnsafePointer(to: value) { value in
      unsafe setsockopt(fileDescriptor, level, name, value, size)
    }
    return status == 0 ? 0 : errno
  }
}
