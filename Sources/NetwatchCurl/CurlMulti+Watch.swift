import CCurl
import CLinux

/// What libcurl waits for, as it says itself (CURLMOPT_SOCKETFUNCTION(3)).
extension CurlMulti {
  /// Has a poller told of it; the caller keeps the poller as long as the handle.
  static func report(_ handle: UnsafeMutableRawPointer, to poller: Poller) -> [CURLMcode] {
    let context = unsafe Unmanaged.passUnretained(poller).toOpaque()
    return unsafe [
      netwatch_curl_multi_set_pointer(handle, CURLMOPT_SOCKETDATA, context),
      netwatch_curl_multi_set_socket_callback(handle) { _, socket, what, context, _ in
        unsafe Poller.at(context)?.wants(what, of: socket)
        return 0
      },
    ]
  }
}

extension Poller {
  fileprivate func wants(_ what: CInt, of socket: curl_socket_t) {
    switch what {
    case CURL_POLL_IN: watch(socket, for: EPOLLIN.rawValue)
    case CURL_POLL_OUT: watch(socket, for: EPOLLOUT.rawValue)
    case CURL_POLL_INOUT: watch(socket, for: EPOLLIN.rawValue | EPOLLOUT.rawValue)
    default: forget(socket)
    }
  }

  fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> Poller? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<Poller>.fromOpaque(context).takeUnretainedValue()
  }
}
