public import NetwatchJobs

extension PostgresJobStore {
  /// Does what time has brought, and tells what there is to do.
  public func look(_ look: StoreLook) async throws -> StoreView {
    try await mailbox.answer(to: statements.look(look)) { result throws(JobStoreError) in
      try StoreView(result)
    }
  }

  /// Cancels a job that is not finished.
  public func cancel(_ id: JobID) async throws -> JobTransition? {
    let change = try await mailbox.answer(to: statements.cancel(id)) { result in
      JobTransition(id, result, to: .cancelled, owner: 3)
    }
    if change?.from == .running { observers.tell([.revoked(id)]) }
    return change
  }

  /// Makes a job ready that waits, is dead or was cancelled.
  public func retryNow(_ id: JobID) async throws -> JobTransition? {
    let (change, lane) = try await mailbox.answer(to: statements.retryNow(id, client)) { result in
      let lane = JobLane(
        destination: result.value(0, 2),
        kind: result.value(0, 0),
        requirement: result.value(0, 3),
        isUrgent: result.value(0, 4)
      )
      return (JobTransition(id, result, to: .ready, owner: 5), lane)
    }
    if let lane { observers.tell([.ready(lane)]) }
    return change
  }

  /// A job as it stands.
  public func job(_ id: JobID) async throws -> Job? { try await job(id, payloadLimit: .max) }

  /// A job as it stands, with its payload where that is no longer than a limit.
  public func job(_ id: JobID, payloadLimit: Int) async throws -> Job? {
    try await jobs(statements.job(id, payloadLimit: payloadLimit)).first
  }

  /// The jobs that a query names.
  public func jobs(matching query: JobQuery) async throws -> [Job] {
    guard !query.namesNothing else { return [] }
    return try await jobs(statements.jobs(matching: query))
  }

  private func jobs(_ statement: Statement) async throws -> [Job] {
    try await mailbox.answer(to: statement) { [identity] result throws(JobStoreError) in
      try result.rows.map { row throws(JobStoreError) in try Job(result, row, identity: identity) }
    }
  }

  /// Counts what there is, by three statements, between which something may change.
  public func statistics() async throws -> StoreStatistics {
    var statistics = try await mailbox.answer(to: statements.states) { result in
      StoreStatistics(states: result)
    }
    statistics = try await mailbox.answer(to: statements.destinations) { [statistics] result in
      statistics.adding(destinations: result)
    }
    return try await mailbox.answer(to: statements.oldest) { [statistics] result in
      statistics.adding(oldest: result)
    }
  }

  /// Counts the jobs that are not finished, by reading all of them but their payloads.
  public func usage() async throws -> [StoreUsage] {
    try await mailbox.answer(to: statements.usage) { result in
      result.rows.compactMap { StoreUsage(result, $0) }
    }
  }

  /// Removes finished jobs that need not be kept any longer, at most 1,000 in one call.
  public func prune(_ retention: JobRetention) async throws -> Int {
    try await mailbox.answer(to: statements.prune(retention)) { result in
      Int(result.value(0, 0, as: Int32.self) ?? 0)
    }
  }
}

extension JobTransition {
  /// Reads what the functions for single jobs return: the kind, the state before, the destination, and
  /// the owner in a column of its own.
  fileprivate init?(_ id: JobID, _ result: PostgresResult, to state: JobState, owner: Int) {
    guard let kind = result.value(0, 0, as: String.self),
      let destination = result.value(0, 2, as: String.self)
    else { return nil }
    self.init(
      id: id,
      kind: kind,
      destination: destination,
      owner: result.value(0, owner),
      from: JobState(stored: result.value(0, 1)),
      to: state
    )
  }
}
