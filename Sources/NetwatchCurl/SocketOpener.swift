import CCurl
import CLinux
import Glibc

/// Opens the sockets of one transfer, and keeps the errno where that fails, which libcurl forgets.
struct SocketOpener {
  /// TCP_USER_TIMEOUT of the sockets; 0 for the kernel's own.
  private let userTimeoutMilliseconds: CInt

  /// The errno of the last socket that could not be opened, or 0.
  private(set) var error: Int32 = 0

  init(userTimeoutMilliseconds: CInt) {
    self.userTimeoutMilliseconds = userTimeoutMilliseconds
  }

  mutating func open(_ address: curl_sockaddr) -> curl_socket_t {
    let type = address.socktype | CInt(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.family, type, address.protocol)
    if descriptor < 0 {
      error = errno
    } else if userTimeoutMilliseconds > 0 {
      limit(descriptor)
    }
    return descriptor
  }

  private func limit(_ descriptor: CInt) {
    var value = userTimeoutMilliseconds
    let length = socklen_t(MemoryLayout.size(ofValue: value))
    // It fails only for what is no TCP socket, and then there is nothing to limit.
    unsafe setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_USER_TIMEOUT, &value, length)
  }
}
