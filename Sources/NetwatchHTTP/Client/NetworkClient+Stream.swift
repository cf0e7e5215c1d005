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
    let prepared = try await prepared(request)
    let (answer, attempts) = try await perform(
      prepared,
      delivery: .stream,
      timeout: prepared.attemptTimeout
    )
    return StreamedResponse(answer, method: prepared.method, attempts: attempts)
  }
}
