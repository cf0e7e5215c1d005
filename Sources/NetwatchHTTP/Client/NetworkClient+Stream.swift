extension NetworkClient {
  /// Sends a request and hands the answer's body over piece by piece.
  ///
  /// Attempts are made until the head of an accepted answer is there; a failure after that is the
  /// reader's, and not retried. There is no limit of time for an attempt other than that something has
  /// to move; set `attemptTimeout` or `deadline` for one.
  ///
  /// - Parameter request: What to send.
  /// - Returns: The answer, its body still to be read.
  /// - Throws: As ``send(_:)``.
  public func stream(_ request: NetworkRequest) async throws -> StreamedResponse {
    let logical = try await begin(request)
    let timeout = logical.request.attemptTimeout
    let answer = try await perform(logical, delivery: .stream, timeout: timeout)
    return StreamedResponse(answer, method: request.method, attempts: logical.attempts)
  }
}
