import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport

/// Makes stores in files of a folder of its own, with clocks that a test moves.
final class SQLiteFixture: StoreFixture {
  let folder: TemporaryFolder
  let clocks = ManualStoreClocks()

  private let last = Lock((number: 0, limits: JobLimits()))

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The file of the store that was made last.
  var path: String { folder.file("jobs\(last.withLock { $0.number }).db") }

  func makeStore(limits: JobLimits) async throws -> any JobStore {
    last.withLock { $0 = ($0.number + 1, limits) }
    return try await open()
  }

  func secondStore() async throws -> (any JobStore)? { try await open() }

  func advance(by duration: Duration) async throws { clocks.advance(by: duration) }

  /// Opens the store that was made last.
  func open(clockName: String = "first boot") async throws -> SQLiteJobStore {
    try await SQLiteJobStore.open(
      path: path,
      limits: last.withLock { $0.limits },
      clocks: clocks.clocks,
      clockName: clockName
    )
  }
}
