import CCurl

/// What a handle tells of its transfer (curl_easy_getinfo(3)).
extension CurlEasy {
  /// The status code of the last response; 0 where none came.
  var status: Int { number(CURLINFO_RESPONSE_CODE) }

  /// The last errno met, or 0.
  var osError: Int32 { Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO)) }

  /// The far end of the connection.
  var remote: CurlEndpoint? {
    CurlEndpoint(address: text(CURLINFO_PRIMARY_IP), port: number(CURLINFO_PRIMARY_PORT))
  }

  /// The near end of the connection.
  var local: CurlEndpoint? {
    CurlEndpoint(address: text(CURLINFO_LOCAL_IP), port: number(CURLINFO_LOCAL_PORT))
  }

  /// The bytes of the heads that were handed to the network, a proxy's and repeated ones included.
  var requestSize: Int { number(CURLINFO_REQUEST_SIZE) }

  /// The bytes of the request's body that were handed to the network.
  var bytesSent: Int64 { offset(CURLINFO_SIZE_UPLOAD_T) }

  /// The bytes of the answer's body that have come.
  var bytesReceived: Int64 { offset(CURLINFO_SIZE_DOWNLOAD_T) }

  /// The length of the answer's body, where it is announced.
  var contentLength: Int64? {
    let length = offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    return length >= 0 ? length : nil
  }

  /// The status that a proxy answered CONNECT with; 0 where none was asked.
  var proxyStatus: Int { number(CURLINFO_HTTP_CONNECTCODE) }

  /// The version of HTTP that was answered in.
  var httpVersion: CurlHTTPVersion? {
    switch number(CURLINFO_HTTP_VERSION) {
    case Int(CURL_HTTP_VERSION_1_0): .http1_0
    case Int(CURL_HTTP_VERSION_1_1): .http1_1
    case Int(CURL_HTTP_VERSION_2_0): .http2
    default: nil
    }
  }

  /// The near port of the connection, 0 where there is none.
  var localPort: Int { number(CURLINFO_LOCAL_PORT) }

  /// A moment of the transfer, from its start; nil where it was not reached.
  func time(_ info: CURLINFO) -> Duration? {
    let microseconds = offset(info)
    return microseconds > 0 ? .microseconds(microseconds) : nil
  }

  /// The fields of the last response's header; trailers and interim responses are not among them.
  var headers: [CurlHeader] {
    unsafe withHandle { handle in
      var headers: [CurlHeader] = []
      var last: UnsafeMutablePointer<curl_header>?
      while let next = unsafe curl_easy_nextheader(handle, UInt32(CURLH_HEADER), -1, last) {
        unsafe headers.append(
          CurlHeader(
            name: String(cString: next.pointee.name),
            value: Self.trimmed(String(cString: next.pointee.value))
          )
        )
        unsafe last = next
      }
      return headers
    }
  }

  /// libcurl trims the blanks off a value, but 7.88 leaves the end of the line in an empty one.
  private static func trimmed(_ value: String) -> String {
    value == "\r" ? "" : value
  }

  private func number(_ info: CURLINFO) -> Int {
    var value = 0
    _ = unsafe withHandle { unsafe netwatch_curl_get_long($0, info, &value) }
    return value
  }

  private func offset(_ info: CURLINFO) -> Int64 {
    var value: curl_off_t = 0
    _ = unsafe withHandle { unsafe netwatch_curl_get_offset($0, info, &value) }
    return Int64(value)
  }

  private func text(_ info: CURLINFO) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    _ = unsafe withHandle { unsafe netwatch_curl_get_string($0, info, &value) }
    return unsafe value.map { unsafe String(cString: $0) }
  }
}
