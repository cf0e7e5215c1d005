import CCurl

/// An owned handle of one transfer at a time (libcurl-easy(3)), used by one thread at a time.
@safe struct CurlEasy: ~Copyable {
  private let handle: UnsafeMutableRawPointer

  /// Where libcurl writes its text of a failure.
  private let errorText: UnsafeMutablePointer<CChar>

  /// What it has in common with other handles; kept until this one is gone.
  private let share: CurlShare?

  private init(handle: UnsafeMutableRawPointer, share: CurlShare?) {
    unsafe self.handle = handle
    self.share = share
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.pointee = 0
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    unsafe errorText.deallocate()
  }

  static func open(sharing share: CurlShare? = nil) throws(CurlError) -> CurlEasy {
    guard let handle = unsafe curl_easy_init() else {
      throw CurlError(.outOfResources, "libcurl could not make a handle: out of memory.")
    }
    return unsafe CurlEasy(handle: handle, share: share)
  }

  /// Puts every option back to its default, so that nothing of the last transfer shows in the next.
  borrowing func reset() throws(CurlError) {
    unsafe curl_easy_reset(handle)
    forgetFailure()
    unsafe try set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
    if let share { unsafe try set(CURLOPT_SHARE, share.withHandle { unsafe $0 }) }
  }

  /// Drops the text of the last failure.
  borrowing func forgetFailure() {
    unsafe errorText.pointee = 0
  }

  /// Has a transfer that stands not still look at its connection, whatever the socket says.
  borrowing func nudge() {
    _ = unsafe curl_easy_pause(handle, CURLPAUSE_SEND)
    unpause()
  }

  /// Lets a transfer go on whose callbacks have had it stand still.
  borrowing func unpause() {
    // What goes wrong here goes wrong with the transfer, and is told at its end.
    _ = unsafe curl_easy_pause(handle, CURLPAUSE_CONT)
  }

  borrowing func set(_ option: CURLoption, _ value: Int) throws(CurlError) {
    try check(option, unsafe netwatch_curl_set_long(handle, option, value))
  }

  borrowing func set(_ option: CURLoption, offset value: Int64) throws(CurlError) {
    try check(option, unsafe netwatch_curl_set_offset(handle, option, curl_off_t(value)))
  }

  /// Sets a text, which libcurl copies, or none; a NUL inside would silently cut it short.
  borrowing func set(_ option: CURLoption, _ value: String?) throws(CurlError) {
    guard value?.utf8.contains(0) != true else {
      try check(option, CURLE_BAD_FUNCTION_ARGUMENT)
      return
    }
    try check(option, unsafe netwatch_curl_set_string(handle, option, value))
  }

  /// Sets an address, which must stay valid until the transfer has ended.
  borrowing func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) throws(CurlError) {
    try check(option, unsafe netwatch_curl_set_pointer(handle, option, value))
  }

  /// Sets a body to send, which libcurl copies.
  borrowing func set(copying body: [UInt8]) throws(CurlError) {
    try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(body.count))
    let code = unsafe body.withUnsafeBytes { bytes in
      // Without bytes there is no address, and without an address the body would be asked for.
      let address = unsafe bytes.baseAddress.map { unsafe UnsafeMutableRawPointer(mutating: $0) }
      return unsafe address == nil
        ? netwatch_curl_set_string(handle, CURLOPT_COPYPOSTFIELDS, "")
        : netwatch_curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, address)
    }
    try check(CURLOPT_COPYPOSTFIELDS, code)
  }

  /// Sets a list, which must stay alive until the transfer has ended.
  borrowing func set(
    _ option: CURLoption,
    _ list: borrowing CurlHeaderList
  ) throws(CurlError) {
    try check(option, unsafe list.withHead { unsafe netwatch_curl_set_list(handle, option, $0) })
  }

  /// Lends the handle to a call that takes it; it must not be kept.
  borrowing func withHandle<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    unsafe body(handle)
  }

  /// libcurl's text of the failure; empty where it wrote none.
  var failureText: String { unsafe String(cString: errorText) }

  private func check(_ option: CURLoption, _ code: CURLcode) throws(CurlError) {
    try CurlLibrary.check(code, "Setting option \(option.rawValue) of libcurl")
  }
}

/// The callbacks; what libcurl gives them to know the transfer by is an option of its own.
extension CurlEasy {
  borrowing func set(
    _ option: CURLoption,
    _ callback: curl_write_callback
  ) throws(CurlError) {
    try check(option, unsafe netwatch_curl_set_write_callback(handle, option, callback))
  }

  borrowing func set(reading callback: curl_read_callback) throws(CurlError) {
    try check(CURLOPT_READFUNCTION, unsafe netwatch_curl_set_read_callback(handle, callback))
  }

  borrowing func set(seeking callback: curl_seek_callback) throws(CurlError) {
    try check(CURLOPT_SEEKFUNCTION, unsafe netwatch_curl_set_seek_callback(handle, callback))
  }

  borrowing func set(openingSockets callback: curl_opensocket_callback) throws(CurlError) {
    try check(
      CURLOPT_OPENSOCKETFUNCTION,
      unsafe netwatch_curl_set_opensocket_callback(handle, callback)
    )
  }

  borrowing func set(beforeSending callback: curl_prereq_callback) throws(CurlError) {
    try check(CURLOPT_PREREQFUNCTION, unsafe netwatch_curl_set_prereq_callback(handle, callback))
  }

  borrowing func set(beforeLookup callback: curl_resolver_start_callback) throws(CurlError) {
    try check(
      CURLOPT_RESOLVER_START_FUNCTION,
      unsafe netwatch_curl_set_resolver_callback(handle, callback)
    )
  }

  borrowing func set(progress callback: curl_xferinfo_callback) throws(CurlError) {
    try check(
      CURLOPT_XFERINFOFUNCTION,
      unsafe netwatch_curl_set_progress_callback(handle, callback)
    )
  }
}
