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
  @inline(never)
  public func send(_ request: NetworkRequest) async throws -> NetworkResponse {
    let logical = try await begin(request)
    let limit = logical.request.bodyLimit ?? core.configuration.bodyLimit
    let timeout = logical.request.attemptTimeout ?? core.configuration.attemptTimeout
    let delivery: Delivery =
      logical.request.needsBeginningOnly ? .beginning(limit: limit) : .memory(limit: limit)
    let answer = try await perform(logical, delivery: delivery, timeout: timeout)
    return NetworkResponse(answer, attempts: logical.attempts)
  }

  /// The request as it will be sent: adapted, checked, and with all its fields.
  @inline(never)
  func begin(_ request: NetworkRequest) async throws -> LogicalRequest {
    var prepared = request
    for adapter in core.configuration.adapters { try await adapter(&prepared) }
    try prepared.check()
    prepared.addFields(userAgent: core.configuration.userAgent)
    if !core.configuration.route.provesPaths { prepared.requirement = .nothing }
    // Two chains, one around the other, would multiply their attempts.
    return LogicalRequest(prepared, core: core, chain: OuterChain.decides ? RetryChain() : chain)
  }

  /// Makes attempts until the chain is done with it.
  ///
  /// - Parameters:
  ///   - logical: The request.
  ///   - delivery: Where the body of an answer goes.
  ///   - timeout: The limit of one attempt; nil: none but the request's deadline.
  ///   - progress: Called with how far an attempt has come.
  ///   - prepare: Called before each attempt.
  /// - Returns: The accepted answer.
  /// - Throws: As ``send(_:)``.
  @inline(never)
  func perform(
    _ logical: LogicalRequest,
    delivery: Delivery,
    timeout: Duration?,
    progress: (@Sendable (TransferProgress) -> Void)? = nil,
    prepare: () -> Void = {}
  ) async throws -> Answer {
    let attempt = try Attempt(
      of: logical.request,
      core: core,
      body: OpenBody(logical.request.body),
      delivery: delivery,
      timeout: timeout,
      progress: progress
    )
    return try await logical.run { remaining in
      prepare()
      return await attempt.run(within: remaining)
    }
  }
}
