internal import NetwatchCore
internal import NetwatchJobs

extension ServiceAPI {
  /// Stores the jobs of a request that has a key, unless the same request was accepted before.
  ///
  /// - Parameters:
  ///   - jobs: The jobs, with the keys that they are stored with.
  ///   - key: The request's key.
  ///   - caller: Whose they are.
  /// - Returns: The jobs, all of them duplicates where the request is a repeat.
  /// - Throws: ``Problem`` where the key stands for another request.
  func accept(
    _ jobs: [NewJob],
    _ key: IdempotencyKey,
    _ caller: Caller
  ) async throws(Problem) -> [AcceptedJob] {
    let name = StoredKey.request(key, caller, index: 0)
    guard keysUnderWay.withLock({ $0.insert(name).inserted }) else {
      throw .later(409, "A request with this Idempotency-Key is under way.")
    }
    defer { _ = keysUnderWay.withLock { $0.remove(name) } }
    let beyond = StoredKey.request(key, caller, index: jobs.count)
    let found = try await newest(withKeys: jobs.compactMap(\.options.uniqueKey) + [beyond])
    if found.isEmpty { return try await accept(jobs, caller) }
    let former = jobs.map { $0.options.uniqueKey.flatMap { found[$0] } }
    guard found[beyond] == nil, zip(jobs, former).allSatisfy(Self.isRepeat) else {
      throw Problem(
        422,
        "This Idempotency-Key was used for something else, some of which may not be kept any more.",
        field: "Idempotency-Key"
      )
    }
    return former.compactMap { $0.map(AcceptedJob.init) }
  }

  /// The newest job with each key that has any, a finished one too.
  private func newest(withKeys keys: [String]) async throws(Problem) -> [String: Job] {
    var newest: [String: Job] = [:]
    var query = JobQuery(uniqueKeys: Set(keys))
    while true {
      let page = try await stored { [query] in try await self.store.jobs(matching: query) }
      for job in page { if let key = job.options.uniqueKey { newest[key] = job } }
      guard page.count == query.limit else { return newest }
      query.after = page.last?.id
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
