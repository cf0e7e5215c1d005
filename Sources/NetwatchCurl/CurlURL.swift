import CCurl
import NetwatchCore
import NetwatchSystem

/// An owned, parsed URL (libcurl-url(3)): the same parser that the transfer will use.
@safe struct CurlURL: ~Copyable {
  private let handle: OpaquePointer

  private init(handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe curl_url_cleanup(handle)
  }

  /// Parses what is asked for, and refuses what is no URL or has a scheme other than HTTP's.
  static func open(for target: CurlRequest.Target) throws(CurlError) -> CurlURL {
    let url = try make()
    switch target {
    case .url(let text):
      try url.set(CURLUPART_URL, text)
      guard ["http", "https"].contains(url.scheme) else {
        throw CurlError(
          .unsupportedScheme,
          code: CURLE_UNSUPPORTED_PROTOCOL.rawValue,
          "The URL \(text.debugDescription) has a scheme other than http and https."
        )
      }
    case .connection(let host, let port):
      try url.set(CURLUPART_SCHEME, "http")
      try url.set(CURLUPART_HOST, host.contains(":") ? "[\(host)]" : host)
      try url.set(CURLUPART_PORT, "\(port)")
    }
    return url
  }

  private static func make() throws(CurlError) -> CurlURL {
    guard let handle = unsafe curl_url() else {
      throw CurlError(.outOfResources, "libcurl could not make a URL: out of memory.")
    }
    return unsafe CurlURL(handle: handle)
  }

  /// The whole URL in libcurl's normal form.
  var text: String { part(CURLUPART_URL) }

  /// The scheme in lower case.
  var scheme: String { part(CURLUPART_SCHEME).lowercased() }

  /// The host, with brackets where it is an IPv6 address.
  var host: String { part(CURLUPART_HOST) }

  /// The family of a host that is an address; nil for a name, which has to be looked up.
  var addressFamily: AddressFamily? {
    let host = host
    return host.hasPrefix("[") ? .ipv6 : IPAddress(numeric: host)?.family
  }

  /// A part of the URL; empty where it has none.
  func part(_ part: CURLUPart) -> String {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe curl_url_get(handle, part, &text, 0) == CURLUE_OK, let text = unsafe text else {
      return ""
    }
    defer { unsafe curl_free(text) }
    return unsafe String(cString: text)
  }

  /// Replaces a part of the URL; the whole of it can be replaced by a reference relative to it.
  func set(_ part: CURLUPart, _ text: String, flags: Int32 = 0) throws(CurlError) {
    let code =
      text.utf8.contains(0)
      ? CURLUE_MALFORMED_INPUT : unsafe curl_url_set(handle, part, text, UInt32(flags))
    guard code != CURLUE_OK else { return }
    throw CurlError(
      Self.kind(of: code),
      code: CURLE_URL_MALFORMAT.rawValue,
      "\(text.debugDescription) cannot be asked for: \(unsafe String(cString: curl_url_strerror(code)))."
    )
  }

  private static func kind(of code: CURLUcode) -> CurlError.Kind {
    switch code {
    case CURLUE_UNSUPPORTED_SCHEME: .unsupportedScheme
    case CURLUE_OUT_OF_MEMORY: .outOfResources
    default: .malformedURL
    }
  }
}
