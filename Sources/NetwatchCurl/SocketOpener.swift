import CCurl
import Glibc

/// Opens the sockets of one transfer, and keeps the errno where that fails, which libcurl forgets.
///
/// libcurl calls it on the thread that drives the transfer.
final class SocketOpener {
  /// The errno of the last socket that could not be opened, or 0.
  private(set) var error: Int32 = 0

  fileprivate func open(_ address: curl_sockaddr) -> curl_socket_t {
    let type = address.socktype | CInt(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.family, type, address.protocol)
    if descriptor < 0 { error = errno }
    return descriptor
  }
}

extension CurlEasy {
  /// Has the sockets made by an opener, which the caller keeps alive until the transfer ended.
  borrowing func openSockets(by opener: SocketOpener) throws(CurlError) {
    unsafe try set(CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(opener).toOpaque())
    unsafe try set(openingSockets: { context, _, address in
      guard let context = unsafe context, let address = unsafe address else { return -1 }
      let opener = unsafe Unmanaged<SocketOpener>.fromOpaque(context).takeUnretainedValue()
      return unsafe opener.open(address.pointee)
    })
  }
}
