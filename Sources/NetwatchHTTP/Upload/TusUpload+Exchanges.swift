import NetwatchCore
import NetwatchSystem

extension TusUpload {
  func ask(until end: BootInstant?) async throws(AttemptFailure) {
    do throws(AttemptFailure) {
      let head = try await exchange(TusRequest(.options), until: end).reply.head
      try take(TusAbilities(head.headers))
    } catch {
      // A server that cannot be asked may be one all the same.
      guard case .status = error.type, !error.type.isRetryable else { throw error }
    }
    machine.asked()
  }

  private func take(_ abilities: TusAbilities) throws(AttemptFailure) {
    if let limit = abilities.sizeLimit, limit < content.length {
      throw fault("the server takes at most \(limit) bytes, and these are \(content.length)")
    }
    guard abilities.knowsVersion else {
      throw fault("the server knows tus, but not its version \(TusRequest.version)")
    }
    checksum = abilities.checksum
    machine.chunkLength = checksum == nil ? nil : TusAbilities.chunkLength
  }

  func create(until end: BootInstant?) async throws(AttemptFailure) -> Answer {
    let request = TusRequest(creationOf: content, key: key)
    let answer = try await exchange(request, until: end)
    let head = answer.reply.head
    guard head.status == 201, let location = head.headers["Location"], !location.isEmpty else {
      throw fault("the server is none of tus: it created no upload, and said \(head.status)")
    }
    let place = try place(at: location, seenFrom: answer)
    self.place = place
    options.onCreated?(place.url)
    machine.created()
    report(machine.highest)
    return answer
  }

  func locate(until end: BootInstant?) async throws(AttemptFailure) -> Answer? {
    do throws(AttemptFailure) {
      let answer = try await exchange(TusRequest(.head), until: end)
      let offset = try offset(in: answer)
      let length = answer.reply.head.headers["Upload-Length"].flatMap(TusAbilities.number)
      try keeping { machine throws(TusFault) in try machine.located(at: offset, length: length) }
      report(offset)
      return answer
    } catch {
      guard [.status(404), .status(410)].contains(error.type), machine.gone() else {
        throw error.whileLocked
      }
      key = IdempotencyKey.random()
      return nil
    }
  }

  func send(
    from start: Int64,
    count: Int64,
    until end: BootInstant?
  ) async throws(AttemptFailure) -> Answer? {
    let sum = checksum?.fieldValue { content.read(from: start, count: count, $0) }
    do throws(AttemptFailure) {
      let answer = try await exchange(
        TusRequest(partFrom: start, of: content, count: count, checksum: sum),
        until: end
      )
      let offset = try offset(in: answer)
      try keeping { machine throws(TusFault) in try machine.accepted(upTo: offset) }
      report(offset)
      return answer
    } catch {
      try recover(from: error)
      return nil
    }
  }

  /// Goes on after a refusal that the protocol has a way out of.
  private func recover(from failure: AttemptFailure) throws(AttemptFailure) {
    switch failure.type {
    // 404 and 410 too: only a HEAD tells whether the upload is gone.
    case .status(404), .status(409), .status(410):
      try keeping { machine throws(TusFault) in try machine.conflicted() }
    case .status(460): try keeping { machine throws(TusFault) in try machine.mismatched() }
    default: throw failure.whileLocked
    }
  }

  private func offset(in answer: Answer) throws(AttemptFailure) -> Int64 {
    let text = answer.reply.head.headers["Upload-Offset"]
    guard let offset = text.flatMap(TusAbilities.number) else {
      throw fault(
        text.map { "the server names the offset \($0.debugDescription)" }
          ?? "the server is none of tus: it names no offset"
      )
    }
    return offset
  }

  private func exchange(
    _ request: TusRequest,
    until end: BootInstant?
  ) async throws(AttemptFailure) -> Answer {
    asked = request.networkRequest(logical.request, at: request.isAtPlace ? place : nil)
    let attempt = Attempt(
      of: asked,
      core: logical.core,
      body: OpenBody(borrowing: request.body),
      delivery: .memory(limit: logical.core.configuration.bodyLimit),
      timeout: logical.request.attemptTimeout,
      progress: request.start.flatMap {
        TransferProgress.report(to: progress, from: $0, total: content.length)
      }
    )
    let left = end.map { logical.core.clocks.boot().duration(to: $0) }
    return try await attempt.run(within: left).get()
  }

  private func place(
    at location: String,
    seenFrom answer: Answer
  ) throws(AttemptFailure) -> RedirectRule {
    var base = logical.request
    base.url = answer.url
    do throws(NetworkError) {
      return try base.place(at: location)
    } catch {
      throw AttemptFailure(error: error, sent: .bytes(.max))
    }
  }
}

extension NetworkRequest {
  /// Where an upload of this request is, with the fields that it may see there: those of a redirect that
  /// leads there.
  func place(at location: String) throws(NetworkError) -> RedirectRule {
    let way = RedirectRule(self)
    return try way.next(status: 307, location: location) ?? way
  }
}

extension AttemptFailure {
  /// The failure as one that passes, where the server has not noticed yet that a connection is lost,
  /// and holds the upload for it (status 423).
  fileprivate var whileLocked: AttemptFailure {
    guard type == .status(423) else { return self }
    let error = NetworkError(
      .connectionLost,
      "the server still holds the upload for a connection before this one (status 423)",
      method: error.method,
      url: error.url,
      response: error.response,
      retryAfter: error.retryAfter,
      remoteAddress: error.remoteAddress
    )
    return AttemptFailure(error: error, sent: sent)
  }
}
