import NetwatchCore
import NetwatchSystem

/// A try of a request: from its own URL, by way of redirects, to an answer.
///
/// An object that serves all attempts of a request, so that the tasks which wait hold a pointer.
final class Attempt: Sendable {
  private let core: ClientCore
  private let request: NetworkRequest
  private let body: OpenBody
  private let delivery: Delivery
  private let timeout: Duration?
  private let progress: (@Sendable (TransferProgress) -> Void)?

  /// - Parameters:
  ///   - request: The request, or one of several that a logical request consists of.
  ///   - core: What carries it.
  ///   - body: What is sent with it, kept open as long as this lives.
  ///   - delivery: Where the body of an answer goes.
  ///   - timeout: The limit of each attempt; nil: none.
  ///   - progress: Called with how far an attempt has come.
  init(
    of request: NetworkRequest,
    core: ClientCore,
    body: consuming OpenBody,
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
    var hop = firstHop(within: remaining)
    while true {
      await hop.exchange.run { core.transport.start(hop.request, completion: $0) }
      switch step(after: hop) {
      case .follow(let next): hop = next
      case .end(let result): return result
      case .drain(let answer): return .failure(await drained(answer, of: hop))
      }
    }
  }

  @inline(never)
  private func firstHop(within remaining: Duration?) -> Hop {
    let limit = [timeout, remaining].compactMap(\.self).min()
    return hop(
      RedirectRule(request),
      until: limit.map { core.clocks.boot().advanced(by: $0) }
    )
  }

  private func hop(_ rule: RedirectRule, until end: BootInstant?) -> Hop {
    let left = end.map { core.clocks.boot().duration(to: $0) }
    let request = TransportRequest(
      method: rule.method,
      url: rule.url,
      headers: rule.headers,
      body: rule.keepsBody ? body.content : .none,
      delivery: delivery,
      isRepeatable: RetryGate(request).isSafeToRepeat && !OuterChain.decides,
      timeout: left.map { max($0, .milliseconds(1)) },
      limits: core.configuration.limits,
      ticket: core.connectivityManager.ticket(),
      progress: progress
    )
    let destination = Origin(url: rule.url)?.description ?? rule.url
    return Hop(rule, request, destination: destination, end: end)
  }
}

// MARK: - What follows an exchange

extension Attempt {
  /// How much of a refusal's body is kept for whoever looks into the error.
  private static let errorBodyLimit = 65_536

  private enum Step {
    case follow(Hop)
    case end(Result<Answer, AttemptFailure>)

    /// The answer is not accepted, and its body still has to be read.
    case drain(Answer)
  }

  @inline(never)
  private func step(after hop: Hop) -> Step {
    do throws(AttemptFailure) {
      let reply = try reply(to: hop)
      let answer = Answer(reply: reply, url: hop.request.url)
      if request.acceptedStatuses.contains(reply.head.status) { return .end(.success(answer)) }
      if let next = try hop.next(after: reply.head) {
        reply.discard()
        return .follow(self.hop(next, until: hop.end))
      }
      guard case .collected(let head, let body) = reply else { return .drain(answer) }
      return .end(.failure(refusal(head, body, of: hop)))
    } catch {
      return .end(.failure(error))
    }
  }

  /// What came of an exchange, which is reported as evidence.
  private func reply(to hop: Hop) throws(AttemptFailure) -> TransportReply {
    do throws(TransportFailure) {
      let reply = try hop.exchange.result.get()
      report(reply.head.evidence, from: reply.head.remoteAddress, hop)
      guard case .streamed(let head, let chunks) = reply else { return reply }
      // That it holds the attempt also keeps the compiler from placing the attempt in the frame of the
      // task, where a request that waits would pay for it once more.
      return .streamed(head, ReportedChunks(chunks: chunks) { self.report($0, hop) })
    } catch {
      report(error, hop)
      throw AttemptFailure(error, method: hop.request.method, url: hop.request.url)
    }
  }

  @inline(never)
  private func drained(_ answer: Answer, of hop: Hop) async -> AttemptFailure {
    let limit = errorBodyLimit
    let body = try? await inChildTask { await answer.reply.bodyForError(limit: limit) }
    return refusal(answer.reply.head, body ?? [], of: hop)
  }

  private var errorBodyLimit: Int { request.keepsRefusedBody ? .max : Self.errorBodyLimit }

  private func refusal(_ head: ResponseHead, _ body: [UInt8], of hop: Hop) -> AttemptFailure {
    let body = Array(body.prefix(errorBodyLimit))
    let response = NetworkResponse(head, body: body, url: hop.request.url)
    let retryAfter = RetryAfter.minimumWait(headers: head.headers, now: core.clocks.wall())
    return AttemptFailure(response, method: hop.request.method, retryAfter: retryAfter)
  }
}

extension Hop {
  /// Where an answer whose status is not accepted leads to; nil where it is no redirect.
  fileprivate func next(after head: ResponseHead) throws(AttemptFailure) -> RedirectRule? {
    do throws(NetworkError) {
      return try rule.next(status: head.status, location: head.headers["Location"])
    } catch {
      throw AttemptFailure(error: error, sent: .bytes(.max))
    }
  }
}

// MARK: - Evidence

extension Attempt {
  private func report(_ failure: TransportFailure, _ hop: Hop) {
    guard let evidence = failure.evidence else { return }
    report(evidence, from: failure.remoteAddress, hop)
  }

  private func report(_ outcome: Evidence.Outcome, from address: IPAddress?, _ hop: Hop) {
    guard core.configuration.route.provesPaths else { return }
    core.connectivityManager.report(
      Evidence(
        ticket: hop.request.ticket,
        outcome: outcome,
        remoteAddress: address,
        destination: hop.destination
      )
    )
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
    case .collected(_, let body): return body
    case .streamed(_, let chunks):
      defer { chunks.cancel() }
      var body: [UInt8] = []
      while body.count < limit, let chunk = try? await chunks.next() { body += chunk }
      return body
    }
  }
}
