import CCurl

/// An owned list of header fields to send (curl_slist_append(3)).
@safe struct CurlHeaderList: ~Copyable {
  private let head: UnsafeMutablePointer<curl_slist>?

  private init(head: UnsafeMutablePointer<curl_slist>?) {
    unsafe self.head = head
  }

  deinit {
    unsafe curl_slist_free_all(head)
  }

  /// Copies fields into a list; one that could be read as two is refused.
  static func open(_ headers: [CurlHeader]) throws(CurlError) -> CurlHeaderList {
    var head: UnsafeMutablePointer<curl_slist>?
    for header in headers {
      guard let next = unsafe header.isValid ? curl_slist_append(head, header.line) : nil else {
        unsafe curl_slist_free_all(head)
        throw CurlError(
          .invalidHeader,
          "The header field \(header.name.debugDescription) cannot be sent."
        )
      }
      unsafe head = next
    }
    return unsafe CurlHeaderList(head: head)
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
}
