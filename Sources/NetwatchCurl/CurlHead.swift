/// The final response's status and header, and how they came.
package struct CurlHead: Hashable, Sendable {
  /// The HTTP status code; 0 where the target was a bare connection, which has none.
  package let status: Int

  /// The fields of the final response's header, in order; bytes that are not UTF-8 are replaced.
  package let headers: [CurlHeader]

  /// The version of HTTP; nil where there was no answer in HTTP.
  package let httpVersion: CurlHTTPVersion?

  /// The length of the body where the server says so.
  package let contentLength: Int64?

  /// The address that answered, a proxy's where there is one; nil if libcurl does not say.
  package let remote: CurlEndpoint?

  /// The address that the connection was made from; nil if libcurl does not say.
  package let local: CurlEndpoint?

  /// Whether the answer came over TLS with a verified certificate; there is no other TLS here.
  package let isVerifiedTLS: Bool

  /// How often the request was sent.
  package let sendCount: Int
}

extension CurlHead {
  /// The value of the first field of that name, in whatever case; nil if there is none.
  package func firstValue(ofHeader name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }
}
