internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchJobs
internal import NetwatchText

extension ServiceAPI {
  /// How many jobs are looked at in one request for the parked among them.
  private static let scanLimit = 10_000

  /// How long a payload is, in bytes, that any number of requests may hold at once.
  private static let smallPayload = 64 << 10

  /// Answers `GET /v1/jobs`: one of a caller's at a time.
  func list(_ request: ServerRequest, _ caller: Caller) async throws(Problem) -> ServerResponse {
    let filter = try JobFilter(request, caller)
    let page = try await listTurns.run(for: caller.owner) { () async throws(Problem) in
      try await self.page(of: filter)
    }
    return .object { json in
      json.array("jobs") { json in
        for job in page.jobs {
          json.beginObject()
          json.members(of: job, isParked: isParked(job))
          json.endObject()
        }
      }
      if let next = page.next { json.member("next", next.rawValue) }
    }
  }

  private func page(of filter: JobFilter) async throws(Problem) -> (jobs: [Job], next: JobID?) {
    guard !filter.isEmpty else { return ([], nil) }
    var query = filter.query
    // One more than wanted tells whether there are more.
    query.limit = filter.isParkedOnly ? 1_000 : filter.limit + 1
    var (found, scanned): ([Job], Int) = ([], 0)
    while true {
      let part = try await stored { try await self.store.jobs(matching: query) }
      scanned += part.count
      found += filter.isParkedOnly ? part.filter { $0.state != .ready || isParked($0) } : part
      if found.count > filter.limit {
        let jobs = Array(found.prefix(filter.limit))
        return (jobs, jobs.last?.id)
      }
      guard part.count == query.limit else { return (found, nil) }
      guard scanned < Self.scanLimit else { return (found, part.last?.id) }
      query.after = part.last?.id
    }
  }

  /// Answers `GET /v1/jobs/ID`.
  func show(_ id: JobID, _ caller: Caller) async throws(Problem) -> ServerResponse {
    let job = try await job(id, for: caller, payloadLimit: Self.smallPayload)
    let description = try await description(of: job, for: caller)
    let transitions = try await transitions(of: id)
    return .object { json in
      json.members(of: job, isParked: isParked(job))
      json.members(of: description)
      json.member("idempotencyKey", job.idempotencyKey)
      json.member("why", why(job))
      json.members(of: job.history.attempts)
      json.members(of: transitions)
    }
  }

  /// What a job does, for which its payload has to be read.
  ///
  /// Long ones are read one at a time: together they would take memory without bound.
  private func description(
    of job: Job,
    for caller: Caller
  ) async throws(Problem) -> JobDescription {
    guard job.payloadBytes > Self.smallPayload else { return kinds.describe(job) }
    return try await payloadTurns.run { () async throws(Problem) in
      kinds.describe(try await self.job(job.id, for: caller, payloadLimit: .max))
    }
  }

  private func transitions(of id: JobID) async throws(Problem) -> [RecordedTransition] {
    do {
      return try await events.transitions(of: id)
    } catch {
      throw .later(503, "The history does not answer at present.")
    }
  }

  /// A job that the caller may know of.
  ///
  /// - Parameters:
  ///   - id: Its number.
  ///   - caller: Who asks.
  ///   - payloadLimit: How long its payload can be in bytes to come along; by default none does.
  /// - Returns: The job.
  /// - Throws: ``Problem``, the same where there is no such job and where it is somebody else's.
  func job(
    _ id: JobID,
    for caller: Caller,
    payloadLimit: Int = 0
  ) async throws(Problem) -> Job {
    let job = try await stored { try await self.store.job(id, payloadLimit: payloadLimit) }
    guard let job, caller.maySee(owner: job.options.owner) else { throw .noSuchJob }
    return job
  }

  /// What a ready job waits for, other than its turn.
  func obstacle(_ job: Job) -> JobObstacle? {
    job.state == .ready ? scheduler.obstacle(of: job.lane) : nil
  }

  private func isParked(_ job: Job) -> Bool { obstacle(job) != nil }
}
