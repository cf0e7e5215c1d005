import NetwatchCore

extension NetworkClient {
  /// Sends a request and collects the answer.
  ///
  /// Any status outside the request's `acceptedStatuses` (200–299) is a failure. A failure is put to
  /// the interceptors where repeating the request is safe; see ``RetrySafety``.
  ///
  /// - Parameter request: What to send.
  /// - Returns: The answer, its body in memory.
  /// - Throws: ``NetworkError`` with the history of all attempts; `CancellationError` when the task is
  ///   cancelled; what an adapter or an interceptor throws.
  public func send(_ request: NetworkRequest) async throws -> NetworkResponse {
    let prepared = try await prepared(request)
    let limit = prepared.bodyLimit ?? core.configuration.bodyLimit
    let (answer, attempts) = try await perform(
      prepared,
      delivery: .memory(limit: limit),
      timeout: prepared.attemptTimeout ?? core.configuration.attemptTimeout
    )
    return NetworkResponse(answer, attempts: attempts)
  }

  /// The request as it will be sent: adapted, checked, and with its key.
  func prepared(_ request: NetworkRequest) async throws -> NetworkRequest {
    var prepared = request
    for adapter in core.configuration.adapters { try await adapter(&prepared) }
    try prepared.check()
    prepared.addFields(userAgent: core.configuration.userAgent)
    return prepared
  }

  /// Makes attempts until the chain is done with it.
  ///
  /// - Parameters:
  ///   - request: The prepared request.
  ///   - delivery: Where the body of an answer goes.
  ///   - timeout: The limit of one attempt; nil: none but the request's deadline.
  ///   - progress: Called with how far an attempt has come.
  ///   - prepare: Called before each attempt.
  /// - Returns: The accepted answer, and how many attempts it took.
  /// - Throws: As ``send(_:)``.
  func perform(
    _ request: NetworkRequest,
    delivery: Delivery,
    timeout: Duration?,
    progress: (@Sendable (TransferProgress) -> Void)? = nil,
    prepare: () -> Void = {}
  ) async throws -> (success: Answer, attempts: Int) {
    let body = try OpenBody(request.body)
    return try await attempts(request, body: body) { remaining, content in
      prepare()
      return await Attempt(
        core: core,
        request: request,
        body: content,
        delivery: delivery,
        timeout: [timeout, remaining].compactMap(\.self).min(),
        progress: progress
      ).run()
    }
  }

  /// Borrows the body for all attempts, so that its file stays open.
  private func attempts(
    _ request: NetworkRequest,
    body: borrowing OpenBody,
    _ attempt: (Duration?, TransportBody) async -> Result<Answer, AttemptFailure>
  ) async throws -> (success: Answer, attempts: Int) {
    var logical = LogicalRequest(request, core: core, chain: chain)
    let content = body.content
    return try await logical.run { remaining in await attempt(remaining, content) }
  }
}
