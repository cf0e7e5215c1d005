import CCurl

/// What the pooled handles of one engine have in common (libcurl-share(3)): their TLS sessions.
///
/// It belongs to whoever drives the transfers, and must outlive the handles that use it; each keeps it.
@safe final class CurlShare {
  private let handle: UnsafeMutableRawPointer

  init() throws(CurlError) {
    guard let handle = unsafe curl_share_init() else {
      throw CurlError(.outOfResources, "libcurl could not make a share: out of memory.")
    }
    unsafe self.handle = handle
    // It fails only where libcurl is built without TLS; then there are no sessions to share.
    _ = unsafe netwatch_curl_share_data(handle, CURL_LOCK_DATA_SSL_SESSION)
  }

  deinit {
    unsafe curl_share_cleanup(handle)
  }

  /// Lends the handle to a call that takes it.
  func withHandle<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    unsafe body(handle)
  }
}
