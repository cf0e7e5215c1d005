internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchJobs

extension Problem {
  /// A job that is not taken.
  init(_ refusal: JobRefusal) {
    self.init(400, refusal.message, field: refusal.field)
  }

  /// What a store does not do.
  ///
  /// What it says of itself, as a path or a server's message, is for the log.
  init(_ error: JobStoreError) {
    self =
      switch error.code {
      case .invalid: Problem(400, error.message)
      case .full, .noSpace: Problem(507, "The store is full: \(error.message)")
      case .busy, .unavailable, .closed: .later(503, "The store does not answer at present.")
      case .damaged, .newerVersion, .denied, .failed: Problem(500, "The store has failed.")
      }
  }
}

extension Problem {
  /// Asks a store for something.
  ///
  /// - Parameters:
  ///   - log: Told what the store says of itself.
  ///   - ask: Asks it.
  /// - Returns: The answer.
  /// - Throws: ``Problem`` for whatever the store throws.
  static func ofStore<Value>(
    _ log: LogSink?,
    _ ask: () async throws -> Value
  ) async throws(Problem) -> Value {
    do {
      return try await ask()
    } catch let error as JobStoreError {
      if error.code != .invalid {
        log?(.warning, "The store did not do what a client asked for", ["error": error.message])
      }
      throw Problem(error)
    } catch {
      // The server ends, and nothing else cancels a request.
      throw .stopping
    }
  }
}

extension ServiceAPI {
  /// Asks the store for something.
  func stored<Value>(_ ask: () async throws -> Value) async throws(Problem) -> Value {
    try await Problem.ofStore(log, ask)
  }

  /// Notes who has changed what; nothing of what they sent.
  func note(_ what: String, _ request: ServerRequest, _ caller: Caller, _ jobs: [JobID]) {
    guard let log, let first = jobs.first else { return }
    var metadata = ["owner": caller.owner, "job": "\(first)"]
    if jobs.count > 1 { metadata["jobs"] = String(jobs.count) }
    if let peer = request.peer {
      metadata["pid"] = String(peer.process)
      metadata["uid"] = String(peer.user)
    }
    log(.info, what, metadata)
  }
}
