import Foundation
public import FoundationNetworking
import NetwatchCore
public import NetwatchHTTP

extension URLRequest {
  /// Takes over a request of the client's.
  ///
  /// Fields of one name are joined by commas, as URLRequest keeps one of each name. An Idempotency-Key
  /// becomes a field, the limit of one attempt `timeoutInterval`, and a file a stream. What only the
  /// client knows, such as a deadline or the accepted statuses, is dropped.
  ///
  /// - Parameter request: The request.
  /// - Throws: ``NetworkError`` of the type `invalidRequest` where the URL is none of Foundation's,
  ///   the body's file cannot be opened, or the body is written by a closure.
  public init(_ request: NetworkRequest) throws(NetworkError) {
    guard let url = URL(string: request.url) else {
      throw NetworkError(
        .invalidRequest,
        "the URL is none that Foundation can parse",
        method: request.method,
        url: request.url
      )
    }
    self.init(url: url)
    httpMethod = request.method.rawValue
    for field in request.fieldsToSend { addValue(field.value, forHTTPHeaderField: field.name) }
    if let timeout = request.attemptTimeout { timeoutInterval = timeout / .seconds(1) }
    try take(request.body)
  }

  private mutating func take(_ body: RequestBody) throws(NetworkError) {
    switch body {
    case .none: break
    case .bytes(let bytes): httpBody = Data(bytes)
    case .file(let path):
      guard let stream = InputStream(fileAtPath: path) else {
        throw NetworkError(.invalidRequest, "\(path.debugDescription) can't be opened")
      }
      httpBodyStream = stream
    case .source:
      throw NetworkError(.invalidRequest, "a URLRequest has no body that a closure writes")
    }
  }
}
