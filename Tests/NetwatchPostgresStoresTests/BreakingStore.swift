import NetwatchCore
import NetwatchJobs

/// A store that breaks after so many calls of a move, before or after the call was done.
final class BreakingStore: MovableJobStore {
  struct Broken: Error {}

  private let store: any MovableJobStore
  private let left: Lock<Int>

  init(_ store: any MovableJobStore, after count: Int) {
    self.store = store
    left = Lock(count)
  }

  /// Half of the calls that break were done all the same.
  private func breaking<Value>(_ body: () async throws -> Value) async throws -> Value {
    let left = left.withLock { left in
      left -= 1
      return left
    }
    if left < 0 { throw Broken() }
    let value = try await body()
    if left == 0 { throw Broken() }
    return value
  }

  func importJobs(_ jobs: [MovedJob], from source: String) async throws -> Int {
    try await breaking { try await store.importJobs(jobs, from: source) }
  }

  func lastMoved(from source: String) async throws -> JobID? {
    try await store.lastMoved(from: source)
  }

  func beginMove() async throws { try await store.beginMove() }
  func exportPage(after: JobID?, limit: Int) async throws -> [MovedJob] {
    try await store.exportPage(after: after, limit: limit)
  }
  func removeMoved(_ ids: [JobID]) async throws { try await store.removeMoved(ids) }

  var identity: String { store.identity }
  func submit(_ jobs: [NewJob]) async throws -> [JobReceipt] { try await store.submit(jobs) }
  func look(_ look: StoreLook) async throws -> StoreView { try await store.look(look) }
  func turn(_ turn: StoreTurn) async throws -> StoreTurnResult { try await store.turn(turn) }
  func cancel(_ id: JobID) async throws -> JobTransition? { try await store.cancel(id) }
  func retryNow(_ id: JobID) async throws -> JobTransition? { try await store.retryNow(id) }
  func job(_ id: JobID) async throws -> Job? { try await store.job(id) }
  func jobs(matching query: JobQuery) async throws -> [Job] {
    try await store.jobs(matching: query)
  }
  func statistics() async throws -> StoreStatistics { try await store.statistics() }
  func prune(_ retention: JobRetention) async throws -> Int { try await store.prune(retention) }
  func observe(_ observer: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
    store.observe(observer)
  }
  func close() async { await store.close() }
}
