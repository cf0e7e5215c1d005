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

  /// A moment of the transfer, from its start; nil where it was not reached.
  func time(_ info: CURLINFO) -> Duration? {
    var microseconds: curl_off_t = 0
    _ = unsafe withHandle { unsafe netwatch_curl_get_offset($0, info, &microseconds) }
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

  private func text(_ info: CURLINFO) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    _ = unsafe withHandle { unsafe netwatch_curl_get_string($0, info, &value) }
    return unsafe value.map { unsafe String(cString: $0) }
  }
}
