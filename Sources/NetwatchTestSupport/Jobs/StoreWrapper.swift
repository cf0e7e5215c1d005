package import NetwatchJobs

/// A store of a test's own around another one: what it does not do itself goes to that.
package protocol StoreWrapper: JobStore {
  /// The store behind it.
  var store: any JobStore { get }
}

extension StoreWrapper {
  package var identity: String { store.identity }

  package func submit(_ jobs: [NewJob]) async throws -> [JobReceipt] {
    try await store.submit(jobs)
  }

  package func look(_ look: StoreLook) async throws -> StoreView { try await store.look(look) }
  package func turn(_ turn: StoreTurn) async throws -> StoreTurnResult {
    try await store.turn(turn)
  }

  package func cancel(_ id: JobID) async throws -> JobTransition? { try await store.cancel(id) }
  package func retryNow(_ id: JobID) async throws -> JobTransition? {
    try await store.retryNow(id)
  }

  package func job(_ id: JobID) async throws -> Job? { try await store.job(id) }
  package func job(_ id: JobID, payloadLimit: Int) async throws -> Job? {
    try await store.job(id, payloadLimit: payloadLimit)
  }

  package func jobs(matching query: JobQuery) async throws -> [Job] {
    try await store.jobs(matching: query)
  }

  package func statistics() async throws -> StoreStatistics { try await store.statistics() }
  package func usage() async throws -> [StoreUsage] { try await store.usage() }
  package func prune(_ retention: JobRetention) async throws -> Int {
    try await store.prune(retention)
  }

  package func observe(_ observer: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
    store.observe(observer)
  }

  package func close() async { await store.close() }
}
