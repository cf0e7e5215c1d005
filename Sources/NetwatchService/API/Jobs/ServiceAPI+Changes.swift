internal import NetwatchHTTPServer
internal import NetwatchJobs
internal import NetwatchText

extension ServiceAPI {
  /// Answers `DELETE /v1/jobs/ID`.
  func cancel(
    _ id: JobID,
    _ request: ServerRequest,
    _ caller: Caller
  ) async throws(Problem) -> ServerResponse {
    let job = try await job(id, for: caller)
    guard try await stored({ try await self.scheduler.cancel(id) }) else {
      throw Problem(409, "The job has ended already; its state is \(try await state(of: job)).")
    }
    note("cancelled", request, caller, [id])
    return Self.answer(id, .cancelled)
  }

  /// Answers `POST /v1/jobs/ID/retry`.
  func retry(
    _ id: JobID,
    _ request: ServerRequest,
    _ caller: Caller
  ) async throws(Problem) -> ServerResponse {
    let job = try await job(id, for: caller)
    let isRetried = try await quotas.admit(
      QuotaBook.Amounts(retrying: job),
      areStored: { $0 }
    ) { () async throws(Problem) in
      try await retryNow(id)
    }
    guard isRetried else {
      throw Problem(
        409,
        "Only a job that waits, is dead or was cancelled can be retried; the state of this one is "
          + "\(try await state(of: job))."
      )
    }
    note("retried", request, caller, [id])
    return Self.answer(id, .ready)
  }

  private func retryNow(_ id: JobID) async throws(Problem) -> Bool {
    do {
      return try await scheduler.retryNow(id)
    } catch let error as JobStoreError where error.code == .invalid {
      throw Problem(409, "Another job has the key of this one by now.")
    } catch {
      return try await stored { throw error }
    }
  }

  /// The state by now, where it was another before.
  private func state(of job: Job) async throws(Problem) -> JobState {
    try await stored { try await self.store.job(job.id, payloadLimit: 0) }?.state ?? job.state
  }

  private static func answer(_ id: JobID, _ state: JobState) -> ServerResponse {
    .object { json in
      json.member("id", id.rawValue)
      json.member("state", state.description)
    }
  }
}
