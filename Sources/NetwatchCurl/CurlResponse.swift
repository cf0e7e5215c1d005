/// What a server answered, and how the answer came to be.
package struct CurlResponse: Hashable, Sendable {
  /// The HTTP status code; 0 where the target was a bare connection, which has none.
  package let status: Int

  /// The fields of the final response's header, in order; bytes that are not UTF-8 are replaced.
  package let headers: [CurlHeader]

  /// The body, as it was sent: no content coding is asked for, and none is undone.
  package let body: [UInt8]

  /// The address that answered; nil if libcurl does not say.
  package let remote: CurlEndpoint?

  /// The address that the connection was made from; nil if libcurl does not say.
  package let local: CurlEndpoint?

  /// Whether the answer came over TLS with a verified certificate; there is no other TLS here.
  package let isVerifiedTLS: Bool

  /// When the steps of the transfer were reached.
  package let timings: CurlTimings

  /// The value of the first field of that name, in whatever case; nil if there is none.
  package func firstValue(ofHeader name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }
}
