import Foundation
public import FoundationNetworking
import NetwatchCore
public import NetwatchHTTP

extension NetworkRequest {
  /// Takes over a URLRequest.
  ///
  /// - The method, the URL and the fields are the same, the fields in the order of their names.
  ///   Content-Length and Transfer-Encoding are left out: they follow from the body.
  /// - `httpBody` becomes the body. `httpBodyStream` is read once, while it is sent: such a request is
  ///   not tried again once a byte was taken.
  /// - `timeoutInterval` becomes the limit of one attempt. The 60 s that a URLRequest has by itself
  ///   leave the limit to the client.
  /// - Cache policy, cookies and the other properties are URLSession's business and are dropped.
  ///
  /// - Parameter urlRequest: The request.
  /// - Throws: ``NetworkError`` of the type `invalidRequest` where it has no URL.
  public init(_ urlRequest: URLRequest) throws(NetworkError) {
    guard let url = urlRequest.url else {
      throw NetworkError(.invalidRequest, "the URLRequest has no URL")
    }
    self.init(
      method: HTTPMethod(rawValue: urlRequest.httpMethod ?? "GET"),
      url: url.absoluteString,
      headers: HTTPHeaders(fieldsOf: urlRequest),
      body: RequestBody(urlRequest)
    )
    attemptTimeout = Duration(timeoutOf: urlRequest)
  }
}

extension HTTPHeaders {
  fileprivate init(fieldsOf request: URLRequest) {
    let fields = request.allHTTPHeaderFields ?? [:]
    self.init(fields.sorted { $0.key < $1.key }.map { HTTPField(name: $0.key, value: $0.value) })
    remove("Content-Length")
    remove("Transfer-Encoding")
  }
}

extension RequestBody {
  fileprivate init(_ request: URLRequest) {
    if let data = request.httpBody {
      self = .bytes([UInt8](data))
    } else if request.httpBodyStream != nil {
      self = .source(BodySource(streamOf: request))
    } else {
      self = .none
    }
  }
}

extension Duration {
  /// What a URLRequest has where nobody has set anything.
  private static let unset: TimeInterval = 60

  /// The longest limit; it keeps the arithmetic of clocks far from overflow.
  private static let longest: TimeInterval = 1e9

  fileprivate init?(timeoutOf request: URLRequest) {
    let interval = request.timeoutInterval
    guard interval > 0, interval != Self.unset else { return nil }
    self = .seconds(min(interval, Self.longest))
  }
}
