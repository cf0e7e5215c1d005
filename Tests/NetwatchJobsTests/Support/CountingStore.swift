import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport

/// A store that counts what is asked of it.
final class CountingStore: StoreWrapper {
  let store: any JobStore
  private let counted = Lock((turns: 0, claimed: [JobID]()))
  private let failure = Lock<JobStoreError?>(nil)

  init(_ store: any JobStore) { self.store = store }

  /// How many turns there were.
  var turns: Int { counted.withLock { $0.turns } }

  /// The jobs that were claimed, in order.
  var claimed: [JobID] { counted.withLock { $0.claimed } }

  /// Makes looks and turns fail from now on, or work again.
  func fail(with error: JobStoreError?) { failure.withLock { $0 = error } }

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
}
