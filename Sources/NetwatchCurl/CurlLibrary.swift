import CCrypto
import CCurl

/// What there is once for the whole process.
enum CurlLibrary {
  /// The outcome of curl_global_init(3), which runs once, before anything else of curl: Swift makes
  /// a static value exactly once, whichever threads ask for it first.
  static let initialization = initialize()

  /// OpenSSL would free what it holds when the program exits, while engines may still be at work on
  /// their threads: a program would now and then end by a segmentation fault instead of its status.
  private static func initialize() -> CURLcode {
    _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
    return curl_global_init(Int(CURL_GLOBAL_DEFAULT))
  }

  /// libcurl's general sentence for a code.
  static func text(for code: CURLcode) -> String {
    unsafe String(cString: curl_easy_strerror(code))
  }

  /// Turns libcurl's "other than zero means failure" into an error that names what was attempted.
  static func check(_ code: CURLcode, _ operation: String) throws(CurlError) {
    guard code != CURLE_OK else { return }
    let kind: CurlError.Kind = code == CURLE_OUT_OF_MEMORY ? .outOfResources : .other
    throw CurlError(kind, code: code.rawValue, "\(operation) failed: \(text(for: code)).")
  }
}
