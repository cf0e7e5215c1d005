import CCurl
import NetwatchCore

/// How the lasting part of a request is told to libcurl.
extension CurlEasy {
  /// Sets every option of a profile; the handle must have been reset.
  borrowing func apply(_ profile: CurlProfile) throws(CurlError) {
    if profile.isBareConnection { try set(CURLOPT_CONNECT_ONLY, 1) }
    if let userAgent = profile.userAgent { try apply(userAgent: userAgent) }
    switch profile.connection {
    case .fresh: try applyIsolation()
    case .pooled: try applySharing(usesTLS: profile.usesTLS)
    }
    if let proxy = profile.proxy { try apply(proxy: proxy) }
    if let path = profile.unixSocket { try apply(unixSocket: path) }
    try applySafety()
    try applyMethod(profile)
    if let authorities = profile.authorities { try set(CURLOPT_CAINFO, authorities) }
    if let family = profile.family { try apply(family: family) }
    if let interface = profile.interface { try apply(interface: interface) }
    if profile.isForMuch { try set(CURLOPT_BUFFERSIZE, 131_072) }
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

  /// Waiting for a connection that may take several requests is worth it only where it may.
  private borrowing func applySharing(usesTLS: Bool) throws(CurlError) {
    try set(CURLOPT_HTTP_VERSION, usesTLS ? CURL_HTTP_VERSION_2TLS : Int(CURL_HTTP_VERSION_1_1))
    try set(CURLOPT_PIPEWAIT, usesTLS ? 1 : 0)
    try set(CURLOPT_TCP_KEEPALIVE, 1)
    try set(CURLOPT_TCP_KEEPIDLE, 60)
    try set(CURLOPT_TCP_KEEPINTVL, 15)
  }

  /// Without a list of exceptions libcurl would look for one in the environment.
  private borrowing func apply(proxy: String) throws(CurlError) {
    try set(CURLOPT_PROXY, proxy)
    try set(CURLOPT_NOPROXY, "")
  }

  /// A proxy would be looked for behind the socket.
  private borrowing func apply(unixSocket path: String) throws(CurlError) {
    guard CurlRequest.isUnixSocket(path) else {
      throw CurlError(
        .malformedURL,
        "The Unix socket \(path.debugDescription) is no path of 1 to 107 bytes."
      )
    }
    try set(CURLOPT_PROXY, "")
    try set(CURLOPT_NOPROXY, "*")
    try set(CURLOPT_UNIX_SOCKET_PATH, path)
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
    // The header of a proxy's answer to CONNECT is no part of the answer.
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }

  private borrowing func applyMethod(_ profile: CurlProfile) throws(CurlError) {
    guard profile.method.isHTTPToken else {
      throw CurlError(.invalidMethod, "The method \(profile.method.debugDescription) is no token.")
    }
    switch profile.upload {
    case .none where profile.method == "HEAD": return try set(CURLOPT_NOBODY, 1)
    case .none where profile.method == "GET": return
    case .none: break
    case _ where profile.method == "HEAD":
      throw CurlError(.invalidMethod, "The method HEAD takes no body.")
    case .copied: try set(CURLOPT_POST, 1)
    case .read(let isLarge):
      try set(CURLOPT_UPLOAD, 1)
      if isLarge { try set(CURLOPT_UPLOAD_BUFFERSIZE, 1_048_576) }
    }
    try set(CURLOPT_CUSTOMREQUEST, profile.method)
  }

  private borrowing func apply(family: AddressFamily) throws(CurlError) {
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
