internal import NetwatchJobs

extension ServiceAPI {
  /// What names jobs everywhere.
  ///
  /// - Parameters:
  ///   - accepted: The jobs as they are in the store.
  ///   - jobs: The same, as they were handed to it.
  /// - Returns: The names, in the order of the jobs.
  /// - Throws: ``Problem`` where the store does not answer.
  func idempotencyKeys(
    of accepted: [AcceptedJob],
    _ jobs: [NewJob]
  ) async throws(Problem) -> [String] {
    let found = try await unfinishedKeys(
      of: zip(jobs, accepted).compactMap { $1.idempotencyKey == nil ? $0.options.uniqueKey : nil }
    )
    var names: [String] = []
    for job in accepted {
      let id = job.receipt.id
      if let name = job.idempotencyKey ?? found[id] {
        names.append(name)
      } else {
        // It has ended since.
        let job = try await stored { try await self.store.job(id, payloadLimit: 0) }
        names.append(job?.idempotencyKey ?? AcceptedJob.idempotencyKey(of: id, in: store))
      }
    }
    return names
  }

  /// What names the jobs everywhere that are not finished and have one of some unique keys.
  private func unfinishedKeys(of uniqueKeys: [String]) async throws(Problem) -> [JobID: String] {
    guard !uniqueKeys.isEmpty else { return [:] }
    let query = JobQuery(
      states: Set(JobState.allCases.filter { !$0.isFinal }),
      uniqueKeys: Set(uniqueKeys),
      includesPayloads: false,
      limit: 10_000
    )
    let jobs = try await stored { try await self.store.jobs(matching: query) }
    return jobs.reduce(into: [:]) { names, job in names[job.id] = job.idempotencyKey }
  }
}
