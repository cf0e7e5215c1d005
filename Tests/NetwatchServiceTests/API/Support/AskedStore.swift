import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport

/// A store that counts how often it is asked for jobs.
final class AskedStore: StoreWrapper {
  let store: any JobStore
  private let count = Lock(0)

  init(_ store: any JobStore) { self.store = store }

  /// How often it was asked for a job, or for several in one question.
  var questions: Int { count.withLock { $0 } }

  func job(_ id: JobID) async throws -> Job? {
    count.withLock { $0 += 1 }
    return try await store.job(id)
  }

  func jobs(matching query: JobQuery) async throws -> [Job] {
    count.withLock { $0 += 1 }
    return try await store.jobs(matching: query)
  }
}
