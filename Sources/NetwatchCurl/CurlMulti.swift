import CCurl
import NetwatchCore
import NetwatchSystem

/// The owned handle that drives many transfers at once (libcurl-multi(3)), used by one thread at a time.
@safe struct CurlMulti: ~Copyable {
  /// A transfer that libcurl is done with.
  struct Completion {
    let id: TransferID
    let code: CURLcode
  }

  private let handle: UnsafeMutableRawPointer

  /// Kept until the handle is gone.
  private let poller: Poller

  private init(handle: UnsafeMutableRawPointer, poller: Poller) {
    unsafe self.handle = handle
    self.poller = poller
  }

  deinit {
    unsafe curl_multi_cleanup(handle)
  }

  /// How many connections are kept for later, in all and to one host.
  private static let connectionLimit = 128

  static func open(reportingTo poller: Poller) throws(CurlError) -> CurlMulti {
    try CurlLibrary.check(CurlLibrary.initialization, "Initializing libcurl")
    guard let handle = unsafe curl_multi_init() else {
      throw CurlError(.outOfResources, "libcurl could not make a handle for many transfers.")
    }
    let multi = unsafe CurlMulti(handle: handle, poller: poller)
    for code in unsafe report(handle, to: poller) {
      try multi.check(code, "Preparing to wait")
    }
    try multi.set(CURLMOPT_MAXCONNECTS, connectionLimit)
    try multi.set(CURLMOPT_MAX_HOST_CONNECTIONS, connectionLimit)
    return multi
  }

  /// When it has to be called whatever happens at its sockets; nil for never.
  var deadline: ContinuousClock.Instant? {
    var milliseconds = 0
    // It fails only for what is no handle.
    _ = unsafe curl_multi_timeout(handle, &milliseconds)
    return milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
  }

  borrowing func add(_ easy: borrowing CurlEasy) throws(CurlError) {
    let code = unsafe easy.withHandle { unsafe curl_multi_add_handle(handle, $0) }
    try check(code, "Starting a transfer")
  }

  /// Takes a transfer out, and ends it if it is under way; its connection is closed.
  borrowing func remove(_ easy: borrowing CurlEasy) {
    // It fails only for a handle that is not among ours.
    _ = unsafe easy.withHandle { unsafe curl_multi_remove_handle(handle, $0) }
  }

  /// Does what can be done without waiting, for all transfers at once.
  borrowing func perform() throws(CurlError) {
    var running: CInt = 0
    try check(unsafe curl_multi_perform(handle, &running), "Driving the transfers")
  }

  /// Begins what was added, as far as it can be done without waiting, and has the poller watch its
  /// sockets.
  borrowing func begin() throws(CurlError) {
    var running: CInt = 0
    let code = unsafe curl_multi_socket_action(handle, CURL_SOCKET_BAD, 0, &running)
    try check(code, "Beginning a transfer")
  }

  /// Waits for the sockets of all transfers, for the poller to be woken, or until then.
  ///
  /// That is less work than to have the sockets of every transfer watched, and forgotten when it ends.
  borrowing func wait(until end: ContinuousClock.Instant?) throws(CurlError) {
    var signal = curl_waitfd(
      fd: poller.signal.descriptor,
      events: Int16(CURL_WAIT_POLLIN),
      revents: 0
    )
    let limit = end.map(Poller.milliseconds(until:)) ?? .max
    try check(
      unsafe curl_multi_poll(handle, &signal, 1, limit, nil),
      "Waiting for the transfers"
    )
    if signal.revents != 0 { poller.signal.clear() }
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
