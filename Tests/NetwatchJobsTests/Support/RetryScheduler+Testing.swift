import NetwatchCore
import NetwatchTestSupport

@testable import NetwatchJobs

extension RetryScheduler {
  /// Runs the scheduler while a test does something, and stops it then.
  func whileRunning(_ body: () async throws -> Void) async throws {
    let task = Task { try await run() }
    let result: Result<Void, any Error>
    do {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    task.cancel()
    let end = await task.result
    try result.get()
    if case .failure(let error) = end, !(error is CancellationError) { throw error }
  }

  /// Changes what a manager says, and waits until the scheduler has heard of it.
  func see(_ manager: SettableConnectivityManager, isAvailable: Bool) async throws {
    manager.set(isAvailable: isAvailable)
    while state.withLock({ $0.plan.isAvailable }) != isAvailable { await Task.yield() }
  }
}

/// A store that counts what is asked of it.
final class CountingStore: JobStore {
  private let store: any JobStore
  private let counted = Lock((turns: 0, claimed: [JobID]()))
  private let failure = Lock<JobStoreError?>(nil)

  init(_ store: any JobStore) { self.store = store }

  /// How many turns there were.
  var turns: Int { counted.withLock { $0.turns } }

  /// The jobs that were claimed, in order.
  var claimed: [JobID] { counted.withLock { $0.claimed } }

  /// Makes looks and turns fail from now on, or work again.
  func fail(with error: JobStoreError?) { failure.withLock { $0 = error } }

  var identity: String { store.identity }

  func turn(_ turn: StoreTurn) async throws -> StoreTurnResult {
    counted.withLock { $0.turns += 1 }
    if let error = failure.withLock({ $0 }) { throw error }
    let result = try await store.turn(turn)
    counted.withLock { $0.claimed += result.claimed.map(\.run.id) }
    return result
  }

  func look(_ look: StoreLook) async throws -> StoreView {
    if let error = failure.withLock({ $0 }) { throw error }
    return try await store.look(look)
  }

  func submit(_ jobs: [NewJob]) async throws -> [JobReceipt] { try await store.submit(jobs) }
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
