import NetwatchCore

/// A resumable upload: the exchanges that the state machine asks for, as attempts of one request.
///
/// An attempt is a row of exchanges that ends with the upload or with a failure.
final class TusUpload {
  /// The longest part that is sent with a checksum: what is lost where it does not fit.
  private static let chunkLength: Int64 = 8 << 20

  let logical: LogicalRequest
  let content: UploadContent
  private let options: UploadOptions
  private let progress: (@Sendable (UploadProgress) -> Void)?

  private var machine: TusStateMachine
  private var checksum: ChecksumAlgorithm?
  private var key = IdempotencyKey.random()

  /// What was asked last.
  private var asked: NetworkRequest

  /// Where the upload itself is, and with which fields that is asked.
  private var place: RedirectRule?

  init(
    of content: UploadContent,
    _ logical: LogicalRequest,
    _ options: UploadOptions,
    _ progress: (@Sendable (UploadProgress) -> Void)?
  ) throws(NetworkError) {
    self.logical = logical
    self.content = content
    self.options = options
    self.progress = progress
    asked = logical.request
    machine = TusStateMachine(length: content.length, isCreated: options.resume != nil)
    if let url = options.resume { place = try Self.place(url, of: logical.request) }
  }

  /// Makes attempts until everything is with the server.
  func run() async throws -> Answer {
    try await logical.run { remaining in await attempt(within: remaining) }
  }

  private func attempt(within remaining: Duration?) async -> Result<Answer, AttemptFailure> {
    let before = machine.highest
    let end = remaining.map { logical.core.clocks.boot().advanced(by: $0) }
    do throws(AttemptFailure) {
      return .success(try await exchanges(until: end))
    } catch {
      machine.interrupted()
      if machine.highest > before { logical.advanced() }
      return .failure(change ?? error)
    }
  }

  private func exchanges(until end: BootInstant?) async throws(AttemptFailure) -> Answer {
    while true {
      let answer = try await exchange(until: end)
      guard machine.next == .finish, let answer else { continue }
      if let change { throw change }
      return answer
    }
  }

  /// Makes the next exchange; nil where it brought nothing that an upload could end with.
  private func exchange(until end: BootInstant?) async throws(AttemptFailure) -> Answer? {
    switch machine.next {
    case .ask:
      try await ask(until: end)
      return nil
    case .create: return try await create(until: end)
    case .locate, .finish: return try await locate(until: end)
    case .send(let start, let count):
      return try await send(from: start, count: count, until: end)
    }
  }

  private var change: AttemptFailure? {
    content.change(method: logical.request.method, url: logical.request.url)
      .map { AttemptFailure(error: $0, sent: .bytes(.max)) }
  }
}

// MARK: - The exchanges

extension TusUpload {
  private func ask(until end: BootInstant?) async throws(AttemptFailure) {
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
    machine.chunkLength = checksum == nil ? nil : Self.chunkLength
  }

  private func create(until end: BootInstant?) async throws(AttemptFailure) -> Answer {
    let request = TusRequest(creationOf: content, key: key)
    let answer = try await exchange(request, until: end)
    let head = answer.reply.head
    guard head.status == 201, let location = head.headers["Location"], !location.isEmpty else {
      throw fault("the server is none of tus: it created no upload, and said \(head.status)")
    }
    let place = try place(location, seenFrom: answer)
    self.place = place
    options.onCreated?(place.url)
    machine.created()
    report(machine.highest)
    return answer
  }

  private func locate(until end: BootInstant?) async throws(AttemptFailure) -> Answer? {
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

  private func send(
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
    case .status(404), .status(410): machine.interrupted()
    case .status(409): try keeping { machine throws(TusFault) in try machine.conflicted() }
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
      body: request.body,
      delivery: .memory(limit: logical.core.configuration.bodyLimit),
      timeout: logical.request.attemptTimeout,
      progress: request.start.flatMap {
        TransferProgress.report(to: progress, from: $0, total: content.length)
      }
    )
    let left = end.map { logical.core.clocks.boot().duration(to: $0) }
    return try await attempt.run(within: left).get()
  }
}

// MARK: - Telling

extension TusUpload {
  private func report(_ offset: Int64) {
    progress?(UploadProgress(sent: offset, total: content.length))
  }

  private func keeping(
    _ change: (inout TusStateMachine) throws(TusFault) -> Void
  ) throws(AttemptFailure) {
    do throws(TusFault) {
      try change(&machine)
    } catch {
      throw fault(error.message)
    }
  }

  private func fault(_ message: String) -> AttemptFailure {
    let error = NetworkError(
      .malformedResponse,
      message,
      method: asked.method,
      url: asked.url
    )
    return AttemptFailure(error: error, sent: .bytes(.max))
  }

  private func place(
    _ location: String,
    seenFrom answer: Answer
  ) throws(AttemptFailure) -> RedirectRule {
    var base = logical.request
    base.url = answer.url
    do throws(NetworkError) {
      return try Self.place(location, of: base)
    } catch {
      throw AttemptFailure(error: error, sent: .bytes(.max))
    }
  }

  /// The upload's own URL, with the fields that it may see: those of a redirect that leads there.
  private static func place(
    _ url: String,
    of request: NetworkRequest
  ) throws(NetworkError) -> RedirectRule {
    let way = RedirectRule(request)
    return try way.next(status: 307, location: url) ?? way
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
