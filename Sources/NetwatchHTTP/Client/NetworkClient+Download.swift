import NetwatchCore

extension NetworkClient {
  /// Sends a request and writes the answer's body into a file.
  ///
  /// The file appears, or is replaced, all at once and complete: the body goes to a file beside it,
  /// which takes its name when everything is on the disk. Each attempt starts from the beginning.
  /// Whatever else happens, the old file stays as it is and nothing is left beside it.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - path: The file's path; its folder must exist.
  ///   - progress: Called as bytes come in, at most every 50 ms and once at the end, on a thread of
  ///     the client's; it must return quickly.
  /// - Returns: The answer, without its body.
  /// - Throws: As ``send(_:)``, and ``NetworkError`` where the file cannot be written.
  public func download(
    _ request: NetworkRequest,
    to path: String,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> NetworkResponse {
    let logical = try await begin(request)
    let file = try PartialFile.make(for: path)
    let statuses = logical.request.acceptedStatuses
    let answer = try await perform(
      logical,
      delivery: .file(descriptor: file.descriptor, statuses: statuses),
      timeout: logical.request.attemptTimeout,
      progress: progress,
      prepare: { file.makeEmpty() }
    )
    try file.commit()
    return NetworkResponse(answer, attempts: logical.attempts)
  }
}
