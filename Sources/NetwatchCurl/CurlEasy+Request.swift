import CCurl
import NetwatchCore

/// How a request is told to libcurl.
extension CurlEasy {
  /// Sets every option of a request; the handle must have been reset.
  borrowing func apply(_ request: CurlRequest, url: borrowing CurlURL) throws(CurlError) {
    try set(CURLOPT_URL, url.text)
    if case .connection = request.target { try set(CURLOPT_CONNECT_ONLY, 1) }
    if let userAgent = request.userAgent { try apply(userAgent: userAgent) }
    try apply(timeoutMilliseconds: request.timeoutMilliseconds)
    try applyIsolation()
    try applySafety()
    if let family = request.family { try apply(family: family, to: url) }
    if let interface = request.interface { try apply(interface: interface) }
  }

  /// libcurl has a limit of its own for connecting (300 s), which must not be the shorter one.
  private borrowing func apply(timeoutMilliseconds: Int) throws(CurlError) {
    try set(CURLOPT_TIMEOUT_MS, timeoutMilliseconds)
    try set(CURLOPT_CONNECTTIMEOUT_MS, timeoutMilliseconds)
  }

  /// libcurl sends the text as it is, so that a line break in it would begin another field.
  private borrowing func apply(userAgent: String) throws(CurlError) {
    guard CurlHeader(name: "User-Agent", value: userAgent).isValid else {
      throw CurlError(
        .invalidHeader,
        "The user agent \(userAgent.debugDescription) cannot be sent."
      )
    }
    try set(CURLOPT_USERAGENT, userAgent)
  }

  /// Nothing of an earlier transfer or of the environment takes part.
  private borrowing func applyIsolation() throws(CurlError) {
    try set(CURLOPT_FRESH_CONNECT, 1)
    try set(CURLOPT_FORBID_REUSE, 1)
    try set(CURLOPT_DNS_CACHE_TIMEOUT, 0)
    try set(CURLOPT_SSL_SESSIONID_CACHE, 0)
    // An empty proxy keeps libcurl from looking at http_proxy and its like.
    try set(CURLOPT_PROXY, "")
    try set(CURLOPT_NOPROXY, "*")
    // A connection for one request gains nothing from HTTP/2.
    try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
  }

  private borrowing func applySafety() throws(CurlError) {
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    // Only without a folder of authorities does libcurl keep the bundle, for a day; reading it again
    // takes 20 ms for each connection, in which all transfers stand still.
    try set(CURLOPT_CAPATH, nil as String?)
    try set(CURLOPT_NOSIGNAL, 1)
    // Otherwise removing a handle waits, and every transfer with it, for a silent name server.
    try set(CURLOPT_QUICK_EXIT, 1)
  }

  /// libcurl has no word for a host that is an address of the other family: it "couldn't connect".
  private borrowing func apply(
    family: AddressFamily,
    to url: borrowing CurlURL
  ) throws(CurlError) {
    guard url.addressFamily == nil || url.addressFamily == family else {
      throw CurlError(.nameNotResolved, "\(url.host) has no address of the family \(family).")
    }
    switch family {
    case .ipv4: try set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V4))
    case .ipv6: try set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V6))
    }
  }

  /// The prefix keeps libcurl from taking the name for an address or a host; without a name after it
  /// libcurl would bind to nothing.
  private borrowing func apply(interface: String) throws(CurlError) {
    guard !interface.isEmpty, !interface.utf8.contains(0) else {
      throw CurlError(
        .interfaceUnavailable,
        "There is no interface \(interface.debugDescription)."
      )
    }
    try set(CURLOPT_INTERFACE, "if!\(interface)")
  }
}
