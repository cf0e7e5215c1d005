/// What a server answered, and how the answer came to be.
package struct CurlResponse: Hashable, Sendable {
  /// The status and the header, and how they came.
  package let head: CurlHead

  /// The body, as it was sent: no content coding is asked for, and none is undone. It is empty where
  /// it went to a descriptor.
  package let body: [UInt8]

  /// How many bytes the body had, wherever they went.
  package let bodyLength: Int64

  /// When the steps of the transfer were reached.
  package let timings: CurlTimings
}

extension CurlResponse {
  /// The HTTP status code; 0 where the target was a bare connection, which has none.
  package var status: Int { head.status }

  /// The fields of the final response's header, in order; bytes that are not UTF-8 are replaced.
  package var headers: [CurlHeader] { head.headers }

  /// The version of HTTP; nil where there was no answer in HTTP.
  package var httpVersion: CurlHTTPVersion? { head.httpVersion }

  /// The address that answered; nil if libcurl does not say.
  package var remote: CurlEndpoint? { head.remote }

  /// The address that the connection was made from; nil if libcurl does not say.
  package var local: CurlEndpoint? { head.local }

  /// Whether the answer came over TLS with a verified certificate; there is no other TLS here.
  package var isVerifiedTLS: Bool { head.isVerifiedTLS }

  /// How often the request was sent.
  package var sendCount: Int { head.sendCount }

  /// The value of the first field of that name, in whatever case; nil if there is none.
  package func firstValue(ofHeader name: String) -> String? { head.firstValue(ofHeader: name) }
}
