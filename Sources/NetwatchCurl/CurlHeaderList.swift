import CCurl

/// An owned list of header fields to send (curl_slist_append(3)).
@safe struct CurlHeaderList: ~Copyable {
  private var head: UnsafeMutablePointer<curl_slist>?

  private init(head: UnsafeMutablePointer<curl_slist>?) {
    unsafe self.head = head
  }

  deinit {
    unsafe curl_slist_free_all(head)
  }

  /// Copies fields into a list; one that could be read as two, or says how long the body is, is
  /// refused.
  ///
  /// - Parameters:
  ///   - headers: The fields.
  ///   - suppressed: The names of fields that libcurl would add by itself, and is not to.
  static func open(
    _ headers: [CurlHeader],
    suppressing suppressed: [String] = []
  ) throws(CurlError) -> CurlHeaderList {
    var list = unsafe CurlHeaderList(head: nil)
    for header in headers {
      guard header.isValid, !header.isFraming, list.append(header.line) else {
        throw CurlError(
          .invalidHeader,
          "The header field \(header.name.debugDescription) cannot be sent."
        )
      }
    }
    for name in suppressed where !headers.contains(where: { $0.isNamed(name) }) {
      _ = list.append("\(name):")
    }
    return list
  }

  /// Adds a line; false where there is no memory for it.
  private mutating func append(_ line: String) -> Bool {
    guard let longer = unsafe curl_slist_append(head, line) else { return false }
    unsafe head = longer
    return true
  }

  /// Lends the list to a call that takes it.
  borrowing func withHead<Result>(
    _ body: (UnsafeMutablePointer<curl_slist>?) -> Result
  ) -> Result {
    unsafe body(head)
  }
}

extension CurlHeader {
  /// The field as CURLOPT_HTTPHEADER wants it: with nothing after the colon it would mean "do not
  /// send", so an empty value is marked by a semicolon.
  fileprivate var line: String { value.isEmpty ? "\(name);" : "\(name): \(value)" }

  /// Whether the field would contradict what libcurl says of the body.
  fileprivate var isFraming: Bool {
    isNamed("Content-Length") || isNamed("Transfer-Encoding")
  }

  fileprivate func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
  }
}
