import NetwatchCore
import NetwatchSystem

/// A resumable upload: the exchanges that the state machine asks for, as attempts of one request.
///
/// An attempt is a row of exchanges that ends with the upload or with a failure.
final class TusUpload {
  let logical: LogicalRequest
  let content: UploadContent
  let options: UploadOptions
  let progress: (@Sendable (UploadProgress) -> Void)?

  var machine: TusStateMachine
  var checksum: ChecksumAlgorithm?
  var key = IdempotencyKey.random()

  /// What was asked last.
  var asked: NetworkRequest

  /// Where the upload itself is, and with which fields that is asked.
  var place: RedirectRule?

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
    if let url = options.resume { place = try logical.request.place(at: url) }
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
      let answer = try await nextExchange(until: end)
      guard machine.next == .finish, let answer else { continue }
      if let change { throw change }
      return answer
    }
  }

  /// Makes the next exchange; nil where it brought nothing that an upload could end with.
  private func nextExchange(until end: BootInstant?) async throws(AttemptFailure) -> Answer? {
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

// MARK: - Telling

extension TusUpload {
  func report(_ offset: Int64) {
    progress?(UploadProgress(sent: offset, total: content.length))
  }

  func keeping(
    _ change: (inout TusStateMachine) throws(TusFault) -> Void
  ) throws(AttemptFailure) {
    do throws(TusFault) {
      try change(&machine)
    } catch {
      throw fault(error.message)
    }
  }

  func fault(_ message: String) -> AttemptFailure {
    let error = NetworkError(
      .malformedResponse,
      message,
      method: asked.method,
      url: asked.url
    )
    return AttemptFailure(error: error, sent: .bytes(.max))
  }
}
