import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport

/// A store that breaks after so many calls of a move, before or after the call was done.
final class BreakingStore: StoreWrapper, MovableJobStore {
  struct Broken: Error {}

  private let movable: any MovableJobStore
  private let left: Lock<Int>

  var store: any JobStore { movable }

  init(_ store: any MovableJobStore, after count: Int) {
    movable = store
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
    try await breaking { try await movable.importJobs(jobs, from: source) }
  }

  func lastMoved(from source: String) async throws -> JobID? {
    try await movable.lastMoved(from: source)
  }

  func beginMove() async throws { try await movable.beginMove() }
  func exportPage(after: JobID?, limit: Int) async throws -> [MovedJob] {
    try await movable.exportPage(after: after, limit: limit)
  }
  func removeMoved(_ ids: [JobID]) async throws { try await movable.removeMoved(ids) }
}
