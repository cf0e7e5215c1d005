public import Foundation
public import FoundationNetworking
import NetwatchCore
public import NetwatchHTTP

extension NetworkClient {
  /// Sends a URLRequest as URLSession would: any status is an answer.
  ///
  /// This client's interceptors come first: a 503 is retried as they say, and the answer is the last
  /// one. Redirects are followed by the client's rules.
  ///
  /// - Parameter request: What to send; `NetworkRequest.init(_:)` says what of it counts.
  /// - Returns: The body, and the head of the answer.
  /// - Throws: `URLError` where there was no answer, with the client's error behind it;
  ///   `CancellationError`, and not `URLError(.cancelled)`, when the task is cancelled; what an adapter
  ///   or an interceptor throws.
  public func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    try await URLError.rethrowing { try await answer(to: NetworkRequest(request)) }
  }

  /// Sends a URLRequest with another body, as URLSession would: any status is an answer.
  ///
  /// A request without an Idempotency-Key gets one, so that the chain may send it again: the server
  /// has to know the field, or to bear seeing an upload twice.
  ///
  /// - Parameters:
  ///   - request: What to send; a body of its own is ignored.
  ///   - body: What to send with it.
  /// - Returns: The answer's body and head.
  /// - Throws: As ``data(for:)``.
  public func upload(
    for request: URLRequest,
    from body: Data
  ) async throws -> (Data, HTTPURLResponse) {
    try await upload(request, .bytes([UInt8](body)))
  }

  /// Sends a URLRequest with the content of a file, as URLSession would: any status is an answer.
  ///
  /// The file is opened once and read again from its beginning in every attempt. For the
  /// Idempotency-Key, see ``upload(for:from:)``.
  ///
  /// - Parameters:
  ///   - request: What to send; a body of its own is ignored.
  ///   - fileURL: The URL of a regular file.
  /// - Returns: The answer's body and head.
  /// - Throws: As ``data(for:)``.
  public func upload(
    for request: URLRequest,
    fromFile fileURL: URL
  ) async throws -> (Data, HTTPURLResponse) {
    guard fileURL.isFileURL else { throw URLError(.unsupportedURL) }
    return try await upload(request, .file(fileURL.path))
  }

  private func upload(
    _ urlRequest: URLRequest,
    _ body: RequestBody
  ) async throws -> (Data, HTTPURLResponse) {
    try await URLError.rethrowing {
      var request = try NetworkRequest(urlRequest)
      request.body = body
      if !request.hasIdempotencyKey { request.idempotencyKey = UUID().uuidString }
      return try await answer(to: request)
    }
  }

  private func answer(to request: NetworkRequest) async throws -> (Data, HTTPURLResponse) {
    var request = request
    request.keepsRefusedBody = true
    let response = try await NetworkError.givingAnswers { try await send(request) }
    return (Data(response.body), try HTTPURLResponse.head(of: response))
  }
}

extension NetworkError {
  /// Gives back the answer of a request that failed by its status.
  static func givingAnswers(
    _ work: () async throws -> NetworkResponse
  ) async throws -> NetworkResponse {
    do {
      return try await work()
    } catch let error as NetworkError {
      guard case .status = error.networkErrorType, let response = error.response else {
        throw error
      }
      return response
    }
  }
}

extension URLError {
  /// Makes URLErrors of the client's errors.
  static func rethrowing<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch let error as NetworkError {
      throw URLError(error)
    }
  }
}

extension HTTPURLResponse {
  static func head(of response: NetworkResponse) throws(NetworkError) -> HTTPURLResponse {
    if let head = HTTPURLResponse(response) { return head }
    throw NetworkError(
      .malformedResponse,
      "the URL of the answer is none that Foundation can parse",
      url: response.url
    )
  }
}
