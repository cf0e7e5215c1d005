import NetwatchCore

/// One try of a request: from its own URL, by way of redirects, to an answer.
struct Attempt {
  let core: ClientCore
  let request: NetworkRequest
  let body: TransportBody
  let delivery: Delivery

  /// The limit of the whole attempt; nil: none.
  let timeout: Duration?
  let progress: (@Sendable (TransferProgress) -> Void)?

  func run() async -> Result<Answer, AttemptFailure> {
    do throws(AttemptFailure) {
      return .success(try await follow())
    } catch {
      return .failure(error)
    }
  }

  private func follow() async throws(AttemptFailure) -> Answer {
    let end = timeout.map { core.clocks.boot().advanced(by: $0) }
    var hop = RedirectRule(request)
    while true {
      let reply = try await send(hop, until: end)
      guard let next = try next(after: reply.head, from: hop) else {
        return try await judge(reply, from: hop)
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
    _ hop: RedirectRule,
    until end: BootInstant?
  ) async throws(AttemptFailure) -> TransportReply {
    let exchange = exchange(hop, left: end.map { core.clocks.boot().duration(to: $0) })
    do throws(TransportFailure) {
      let reply = try await core.transport.exchange(exchange)
      report(reply.head.evidence, from: reply.head.remoteAddress, exchange)
      guard case .streamed(let head, let chunks) = reply else { return reply }
      return .streamed(head, ReportedChunks(chunks: chunks) { report($0, exchange) })
    } catch {
      report(error, exchange)
      throw AttemptFailure(error, method: hop.method, url: hop.url)
    }
  }

  private func exchange(_ hop: RedirectRule, left: Duration?) -> TransportRequest {
    TransportRequest(
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
    from hop: RedirectRule
  ) async throws(AttemptFailure) -> Answer {
    guard !request.acceptedStatuses.contains(reply.head.status) else {
      return Answer(reply: reply, url: hop.url)
    }
    let response = NetworkResponse(
      reply.head,
      body: await reply.bodyForError(limit: Self.errorBodyLimit),
      url: hop.url
    )
    let retryAfter = RetryAfter.minimumWait(headers: response.headers, now: core.clocks.wall())
    throw AttemptFailure(response, method: hop.method, retryAfter: retryAfter)
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
