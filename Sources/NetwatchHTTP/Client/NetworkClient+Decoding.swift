public import FoundationEssentials
import NetwatchCore

extension NetworkClient {
  /// Sends a request and decodes the JSON of the answer.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - type: What the body is to become.
  ///   - decoder: How to read it.
  /// - Returns: The decoded value.
  /// - Throws: As ``send(_:)``; ``NetworkError`` of the type `decoding`, which is never retried, where
  ///   the body is not what was asked for, with the answer and the decoder's error in it.
  public func send<Value: Decodable>(
    _ request: NetworkRequest,
    decoding type: Value.Type,
    with decoder: JSONDecoder = JSONDecoder()
  ) async throws -> Value {
    let response = try await send(request)
    do {
      return try decoder.decode(type, from: Data(response.body))
    } catch {
      throw NetworkError(
        .decoding,
        "the body is no JSON for \(type): \(error)",
        method: request.method,
        url: response.url,
        response: response,
        remoteAddress: response.remoteAddress,
        underlying: error
      )
    }
  }
}
