import CCurl
import NetwatchCore

/// The owned handle that drives many transfers at once (libcurl-multi(3)), used by one thread only.
@safe struct CurlMulti: ~Copyable {
  /// A transfer that libcurl is done with.
  struct Completion {
    let id: TransferID
    let code: CURLcode
  }

  private let handle: UnsafeMutableRawPointer

  private init(handle: UnsafeMutableRawPointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe curl_multi_cleanup(handle)
  }

  /// How many connections are kept for later, in all and to one host.
  private static let connectionLimit = 128

  static func open() throws(CurlError) -> CurlMulti {
    try CurlLibrary.check(CurlLibrary.initialization, "Initializing libcurl")
    guard let handle = unsafe curl_multi_init() else {
      throw CurlError(.outOfResources, "libcurl could not make a handle for many transfers.")
    }
    let multi = unsafe CurlMulti(handle: handle)
    // Without descriptors left libcurl makes a handle that nothing can wake, and its first wait would
    // never end. Waking it early costs one look around.
    try multi.check(unsafe curl_multi_wakeup(multi.handle), "Preparing to wait")
    try multi.set(CURLMOPT_MAXCONNECTS, connectionLimit)
    try multi.set(CURLMOPT_MAX_HOST_CONNECTIONS, connectionLimit)
    return multi
  }

  /// What ends a ``wait()`` from another thread; good only while this handle lives.
  var waker: CurlWaker { unsafe CurlWaker(handle) }

  borrowing func add(_ easy: borrowing CurlEasy) throws(CurlError) {
    let code = unsafe easy.withHandle { unsafe curl_multi_add_handle(handle, $0) }
    try check(code, "Starting a transfer")
  }

  /// Takes a transfer out, and ends it if it is under way; its connection is closed.
  borrowing func remove(_ easy: borrowing CurlEasy) {
    // It fails only for a handle that is not among ours.
    _ = unsafe easy.withHandle { unsafe curl_multi_remove_handle(handle, $0) }
  }

  /// Does what can be done without waiting.
  borrowing func perform() throws(CurlError) {
    var running: CInt = 0
    try check(unsafe curl_multi_perform(handle, &running), "Driving the transfers")
  }

  /// The next transfer that is done; it must be removed by the caller.
  borrowing func nextCompletion() -> Completion? {
    var remaining: CInt = 0
    while let message = unsafe curl_multi_info_read(handle, &remaining) {
      guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
      let easy = unsafe message.pointee.easy_handle
      return unsafe Completion(id: TransferID(of: easy), code: message.pointee.data.result)
    }
    return nil
  }

  /// Waits for a socket, a timer of libcurl's, the waker, or so long; without transfers only for the
  /// last two.
  borrowing func wait(atMost limit: Duration?) throws(CurlError) {
    // Rounded up, so that it is not too early.
    let milliseconds = limit.map { max($0.clampedNanoseconds, 0) / 1_000_000 + 1 } ?? .max
    try check(
      unsafe curl_multi_poll(handle, nil, 0, CInt(clamping: milliseconds), nil),
      "Waiting for the transfers"
    )
  }

  private func set(_ option: CURLMoption, _ value: Int) throws(CurlError) {
    try check(unsafe netwatch_curl_multi_set_long(handle, option, value), "Setting a limit")
  }

  private func check(_ code: CURLMcode, _ operation: String) throws(CurlError) {
    guard code != CURLM_OK else { return }
    let text = unsafe String(cString: curl_multi_strerror(code))
    let kind: CurlError.Kind = code == CURLM_OUT_OF_MEMORY ? .outOfResources : .other
    throw CurlError(kind, "\(operation) failed: \(text).")
  }
}

extension TransferID {
  /// Reads the identity back that a handle was given.
  fileprivate init(of easy: UnsafeMutableRawPointer?) {
    var address: UnsafeMutablePointer<CChar>?
    _ = unsafe netwatch_curl_get_string(easy, CURLINFO_PRIVATE, &address)
    number = UInt(bitPattern: address)
  }
}
