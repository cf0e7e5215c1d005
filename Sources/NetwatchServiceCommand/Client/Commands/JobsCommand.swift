internal import NetwatchClient
internal import NetwatchCommand
internal import NetwatchCore

/// `netwatch jobs`: what is in the outbox, and what becomes of it.
struct JobsCommand: Sendable {
  var order: JobsOrder
  let session: ClientSession

  /// Does what the command line says.
  func run() async throws -> ExitStatus {
    switch order.action {
    case .list: try await JobList(order: order, session: session).print()
    case .show: try await each { try await show($0) }
    case .why: try await each { try await why($0) }
    case .cancel:
      try await each { id in
        try await session.ask { try await $0.cancel(id) }
        try tell(id, .cancelled)
      }
    case .retry: order.isForDead ? try await retryDead() : try await each { try await retry($0) }
    }
  }

  /// Does something with each job; one of which the service will not hear does not keep it from the
  /// others.
  private func each(_ body: (Int64) async throws -> Void) async throws -> ExitStatus {
    var status = ExitStatus.yes
    for id in order.ids {
      do {
        try await body(id)
      } catch let failure as ClientFailure where failure.status == .no {
        StandardError.write("job \(id): \(failure)")
        status = .no
      }
    }
    return status
  }

  private func show(_ id: Int64) async throws {
    let details = try await session.ask { try await $0.job(id) }
    guard !session.isJSON else { return try ClientOutput.print(json: details) }
    try ClientOutput.print(JobText.text(of: details))
  }

  private func why(_ id: Int64) async throws {
    let details = try await session.ask { try await $0.job(id) }
    guard !session.isJSON else {
      return try ClientOutput.print(json: JobReason(id: id, why: details.why))
    }
    let number = order.ids.count > 1 ? "job \(id): " : ""
    try ClientOutput.print(number + terminalSafe(details.why))
  }

  private func retry(_ id: Int64) async throws {
    try await session.ask { try await $0.retry(id) }
    try tell(id, .ready)
  }

  private func retryDead() async throws -> ExitStatus {
    var query = order.query
    query.states = [.dead]
    query.pageSize = 1_000
    var all = self
    // All of them first: what is retried is dead no longer, and may be dead again.
    all.order.ids = try await session.ask { client in
      var ids: [Int64] = []
      for try await job in client.jobs(matching: query) { ids.append(job.id) }
      return ids
    }
    return try await all.each { try await retry($0) }
  }

  private func tell(_ id: Int64, _ state: ServiceJobState) throws {
    guard !session.isJSON else {
      return try ClientOutput.print(json: JobChange(id: id, state: state))
    }
    try ClientOutput.print("job \(id) is \(state)")
  }
}

/// What became of a job, as `--json` prints it.
private struct JobChange: Encodable {
  let id: Int64
  let state: ServiceJobState
}

/// Why a job is where it is, as `--json` prints it.
private struct JobReason: Encodable {
  let id: Int64
  let why: String
}
