/// The version of HTTP that an answer came in.
package enum CurlHTTPVersion: String, Hashable, Sendable {
  case http1_0 = "HTTP/1.0"
  case http1_1 = "HTTP/1.1"
  case http2 = "HTTP/2"
}
