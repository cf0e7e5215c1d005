import NetwatchCore

/// A try of a request: from its own URL, by way of redirects, to an answer.
///
/// An object that serves all attempts of a request, so that the tasks which wait hold a pointer.
final class Attempt: Sendable {
  private let core: ClientCore
  private let request: NetworkRequest
  private let body: TransportBody
  private let delivery: Delivery
  private let timeout: Duration?
  private let progress: (@Sendable (TransferProgress) -> Void)?

  /// - Parameters:
  ///   - logical: The request.
  ///   - body: What is sent with it.
  ///   - delivery: Where the body of an answer goes.
  ///   - timeout: The limit of each attempt; nil: none.
  ///   - progress: Called with how far an attempt has come.
  convenience init(
    of logical: LogicalRequest,
    body: TransportBody,
    delivery: Delivery,
    timeout: Duration?,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) {
    self.init(
      of: logical.request,
      core: logical.core,
      body: body,
      delivery: delivery,
      timeout: timeout,
      progress: progress
    )
  }

  /// The same for one of several requests that a logical request consists of.
  init(
    of request: NetworkRequest,
    core: ClientCore,
    body: TransportBody,
    delivery: Delivery,
    timeout: Duration?,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) {
    self.core = core
    self.request = request
    self.body = body
    self.delivery = delivery
    self.timeout = timeout
    self.progress = progress
  }

  /// Makes one attempt.
  ///
  /// - Parameter remaining: What is left of the request's own time; nil where that has no end.
  /// - Returns: The accepted answer, or why there is none.
  func run(within remaining: Duration?) async -> Result<Answer, AttemptFailure> {
    let limit = [timeout, remaining].compactMap(\.self).min()
    do throws(AttemptFailure) {
      return .success(try await follow(until: limit.map { core.clocks.boot().advanced(by: $0) }))
    } catch {
      return .failure(error)
    }
  }

  private func follow(until end: BootInstant?) async throws(AttemptFailure) -> Answer {
    var hop = RedirectRule(request)
    while true {
      let exchange = exchange(hop, until: end)
      let reply = try await send(exchange)
      guard let next = try next(after: reply.head, from: hop) else {
        return try await judge(reply, of: exchange)
      }
      reply.discard()
      hop = next
    }
  }

  private func next(
    after head: ResponseHead,
    from hop: RedirectRule
  ) throws(AttemptFailure) -> RedirectRule? {
    guard !request.acceptedStatuses.contains(head.status) else { return nil }
    do throws(NetworkError) {
      return try hop.next(status: head.status, location: head.headers["Location"])
    } catch {
      throw AttemptFailure(error: error, sent: .bytes(.max))
    }
  }

  private func send(
    _ exchange: TransportRequest
  ) async throws(AttemptFailure) -> TransportReply {
    do throws(TransportFailure) {
      let reply = try await core.transport.exchange(exchange)
      report(reply.head.evidence, from: reply.head.remoteAddress, exchange)
      guard case .streamed(let head, let chunks) = reply else { return reply }
      return .streamed(head, ReportedChunks(chunks: chunks) { self.report($0, exchange) })
    } catch {
      report(error, exchange)
      throw AttemptFailure(error, method: exchange.method, url: exchange.url)
    }
  }

  @inline(never)
  private func exchange(_ hop: RedirectRule, until end: BootInstant?) -> TransportRequest {
    let left = end.map { core.clocks.boot().duration(to: $0) }
    return TransportRequest(
      method: hop.method,
      url: hop.url,
      headers: hop.headers,
      body: hop.keepsBody ? body : .none,
      delivery: delivery,
      isRepeatable: RetryGate(request).isSafeToRepeat,
      timeout: left.map { max($0, .milliseconds(1)) },
      limits: core.configuration.limits,
      ticket: core.connectivityManager.ticket(),
      progress: progress
    )
  }

  private func report(_ failure: TransportFailure, _ exchange: TransportRequest) {
    guard let evidence = failure.evidence else { return }
    report(evidence, from: failure.remoteAddress, exchange)
  }

  private func report(
    _ outcome: Evidence.Outcome,
    from address: IPAddress?,
    _ exchange: TransportRequest
  ) {
    core.connectivityManager.report(
      Evidence(
        ticket: exchange.ticket,
        outcome: outcome,
        remoteAddress: address,
        destination: Origin(url: exchange.url)?.description ?? exchange.url
      )
    )
  }
}

// MARK: - The verdict on an answer

extension Attempt {
  /// How much of a refusal's body is kept for whoever looks into the error.
  private static let errorBodyLimit = 65_536

  private func judge(
    _ reply: TransportReply,
    of exchange: TransportRequest
  ) async throws(AttemptFailure) -> Answer {
    guard !request.acceptedStatuses.contains(reply.head.status) else {
      return Answer(reply: reply, url: exchange.url)
    }
    let limit = request.keepsRefusedBody ? .max : Self.errorBodyLimit
    let body = await reply.bodyForError(limit: limit)
    throw refusal(NetworkResponse(reply.head, body: body, url: exchange.url), exchange.method)
  }

  private func refusal(_ response: NetworkResponse, _ method: HTTPMethod) -> AttemptFailure {
    let retryAfter = RetryAfter.minimumWait(headers: response.headers, now: core.clocks.wall())
    return AttemptFailure(response, method: method, retryAfter: retryAfter)
  }
}

extension ResponseHead {
  /// What an answer says of the path, whatever its status.
  fileprivate var evidence: Evidence.Outcome { isVerifiedTLS ? .verified : .answered }
}

extension TransportReply {
  /// Ends the exchange of an answer that nobody will read.
  fileprivate func discard() {
    if case .streamed(_, let chunks) = self { chunks.cancel() }
  }

  /// What there is to read of a refusal, up to a limit; an exchange that breaks here breaks nothing.
  fileprivate func bodyForError(limit: Int) async -> [UInt8] {
    switch self {
    case .collected(_, let body): return Array(body.prefix(limit))
    case .streamed(_, let chunks):
      defer { chunks.cancel() }
      var body: [UInt8] = []
      while body.count < limit, let chunk = try? await chunks.next() { body += chunk }
      return Array(body.prefix(limit))
    }
  }
}
