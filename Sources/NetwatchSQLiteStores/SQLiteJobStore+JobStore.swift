public import NetwatchJobs

extension SQLiteJobStore: JobStore {
  /// Stores jobs, all or none; they are on the disk when it returns.
  ///
  /// - Parameter jobs: The jobs.
  /// - Returns: A receipt for each, in their order.
  /// - Throws: `JobStoreError`, `invalid` and `full` before anything is changed;
  ///   `CancellationError`.
  public func submit(_ jobs: [NewJob]) async throws -> [JobReceipt] {
    for job in jobs { try job.check(payloadLimit: limits.payload) }
    guard !jobs.isEmpty else { return [] }
    return try await call(.writing) { try $0.submit(jobs) }
  }

  /// Does what time has brought, and tells what there is to do; it writes only where time has brought
  /// something.
  public func look(_ look: StoreLook) async throws -> StoreView {
    try await call(.writingIf { try $0.isAnythingDue() }) { try $0.look(look) }
  }

  /// Takes a worker's reports, and hands it jobs, in one transaction.
  public func turn(_ turn: StoreTurn) async throws -> StoreTurnResult {
    guard !turn.isEmpty else { return StoreTurnResult() }
    return try await call(.writing) { try $0.turn(turn) }
  }

  /// Cancels a job that is not finished; one that runs loses its lease.
  public func cancel(_ id: JobID) async throws -> JobTransition? {
    try await call(.writing) { try $0.cancel(id) }
  }

  /// Makes a job ready that waits, is dead or was cancelled.
  public func retryNow(_ id: JobID) async throws -> JobTransition? {
    try await call(.writing) { try $0.retryNow(id) }
  }

  /// A job as it stands; nil where there is none with this number.
  public func job(_ id: JobID) async throws -> Job? { try await job(id, payloadLimit: .max) }

  /// A job as it stands, with its payload where that is no longer than a limit.
  public func job(_ id: JobID, payloadLimit: Int) async throws -> Job? {
    try await StoreCall(.reading, isShort: true) { try $0.job(id, payloadLimit: payloadLimit) }
      .value(from: reader.mailbox())
  }

  /// The jobs that a query names, by their numbers.
  public func jobs(matching query: JobQuery) async throws -> [Job] {
    try await StoreCall(.reading, isShort: (1...100).contains(query.uniqueKeys.count)) {
      try $0.jobs(matching: query)
    }.value(from: reader.mailbox())
  }

  /// Counts what there is, by the indexes: a million jobs take some tens of milliseconds.
  public func statistics() async throws -> StoreStatistics {
    try await StoreCall(.reading) { try $0.statistics() }.value(from: reader.mailbox())
  }

  /// Counts the jobs that are not finished, by reading the beginnings of their rows: a million take
  /// about a second, on the thread for long looks.
  public func usage() async throws -> [StoreUsage] {
    try await StoreCall(.reading) { try $0.usage() }.value(from: reader.mailbox())
  }

  /// Removes finished jobs that need not be kept any longer, at most 1,000 in one call; and where it
  /// finds none, what is kept of destinations that have no job any more.
  public func prune(_ retention: JobRetention) async throws -> Int {
    let access = StoreAccess<JobDatabase>.writingIf { try $0.isAnythingOld(retention) }
    let (count, lanes) = try await call(access) { database in
      (database.isWriting ? try database.prune(retention) : 0, try database.laneCount())
    }
    if count == 0 { try await removeEmptyLanes(of: lanes) }
    return count
  }

  /// Has changes told to an observer, on the thread that owns the file.
  public func observe(_ observer: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
    observers.add(observer)
  }

  /// Does what was asked for already, and lets go of the file; later calls throw `closed`.
  public func close() async {
    await reader.closed()
    mailbox.close()
    await mailbox.ended()
  }
}
