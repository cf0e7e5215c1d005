import CCurl

/// An owned handle of one transfer at a time (libcurl-easy(3)), used by one thread only.
@safe struct CurlEasy: ~Copyable {
  private let handle: UnsafeMutableRawPointer

  /// Where libcurl writes its text of a failure.
  private let errorText: UnsafeMutablePointer<CChar>

  private init(handle: UnsafeMutableRawPointer) {
    unsafe self.handle = handle
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.pointee = 0
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    unsafe errorText.deallocate()
  }

  static func open() throws(CurlError) -> CurlEasy {
    guard let handle = unsafe curl_easy_init() else {
      throw CurlError(.outOfResources, "libcurl could not make a handle: out of memory.")
    }
    return unsafe CurlEasy(handle: handle)
  }

  /// Puts every option back to its default, so that nothing of the last transfer shows in the next.
  borrowing func reset() throws(CurlError) {
    unsafe curl_easy_reset(handle)
    unsafe errorText.pointee = 0
    unsafe try set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
  }

  borrowing func set(_ option: CURLoption, _ value: Int) throws(CurlError) {
    try check(option, unsafe netwatch_curl_set_long(handle, option, value))
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

  /// Sets a list, which must stay alive until the transfer has ended.
  borrowing func set(
    _ option: CURLoption,
    _ list: borrowing CurlHeaderList
  ) throws(CurlError) {
    try check(option, unsafe list.withHead { unsafe netwatch_curl_set_list(handle, option, $0) })
  }

  borrowing func set(
    _ option: CURLoption,
    _ callback: curl_write_callback
  ) throws(CurlError) {
    try check(option, unsafe netwatch_curl_set_write_callback(handle, option, callback))
  }

  borrowing func set(openingSockets callback: curl_opensocket_callback) throws(CurlError) {
    try check(
      CURLOPT_OPENSOCKETFUNCTION,
      unsafe netwatch_curl_set_opensocket_callback(handle, callback)
    )
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
