internal import NetwatchCore
internal import NetwatchJobs

extension ServiceAPI {
  /// Stores the jobs of a request that has a key, unless the same request was accepted before.
  ///
  /// - Parameters:
  ///   - jobs: The jobs, with the keys that they are stored with.
  ///   - key: The request's key.
  ///   - caller: Whose they are.
  /// - Returns: The receipts, all duplicates where the request is a repeat.
  /// - Throws: ``Problem`` where the key stands for another request.
  func accept(
    _ jobs: [NewJob],
    _ key: IdempotencyKey,
    _ caller: Caller
  ) async throws(Problem) -> [JobReceipt] {
    let name = StoredKey.request(key, caller, index: 0)
    guard keysUnderWay.withLock({ $0.insert(name).inserted }) else {
      throw .later(409, "A request with this Idempotency-Key is under way.")
    }
    defer { _ = keysUnderWay.withLock { $0.remove(name) } }
    var former: [Job?] = []
    for job in jobs { former.append(try await self.job(withKey: job.options.uniqueKey)) }
    let beyond = try await job(withKey: StoredKey.request(key, caller, index: jobs.count))
    if beyond == nil, former.allSatisfy({ $0 == nil }) { return try await accept(jobs, caller) }
    guard beyond == nil, zip(jobs, former).allSatisfy(Self.isRepeat) else {
      throw Problem(
        422,
        "This Idempotency-Key was used for something else, some of which may not be kept any more.",
        field: "Idempotency-Key"
      )
    }
    return former.compactMap { $0.map { JobReceipt(id: $0.id, isDuplicate: true) } }
  }

  /// The newest job with a key, a finished one too.
  private func job(withKey key: String?) async throws(Problem) -> Job? {
    guard let key else { return nil }
    return try await stored {
      try await self.store.jobs(matching: JobQuery(uniqueKey: key)).last
    }
  }

  /// Times are left aside: what is left of them is another one each time.
  private static func isRepeat(_ job: NewJob, of former: Job?) -> Bool {
    guard let former else { return false }
    return job.kind == former.kind && job.payload == former.payload
      && job.options.destination == former.options.destination
      && job.options.requirement == former.options.requirement
      && job.options.priority == former.options.priority
  }
}
