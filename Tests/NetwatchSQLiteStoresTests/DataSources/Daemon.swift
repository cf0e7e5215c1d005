import NetwatchCore
import NetwatchSQLiteStores
import NetwatchSystem
import NetwatchTestSupport

@testable import NetwatchDataSources

/// A program with one persisted source, which a test starts again and again.
final class Daemon: Sendable {
  typealias Builder = DataSourceBuilder<Int?>

  private struct State {
    var result: Result<Int, OutOfOrder> = .success(0)
    var fetchCount = 0
    var errors: [any Error] = []
  }

  let clocks = ManualStoreClocks()
  private let folder: TemporaryFolder
  private let state = Lock(State())

  init() throws { folder = try TemporaryFolder() }

  /// What fetches bring from now on; nil for an error.
  func server(brings value: Int?) {
    state.withLock { $0.result = value.map { .success($0) } ?? .failure(OutOfOrder()) }
  }

  /// How many fetches there were.
  var fetchCount: Int { state.withLock { $0.fetchCount } }

  /// What the source was told of its store.
  var storeErrors: [any Error] { state.withLock { $0.errors } }

  func openStore() async throws -> SQLiteDataSourceStore {
    try await .open(path: folder.file("values.db"))
  }

  /// Makes the source anew, as a program that starts.
  func start(
    with store: any DataSourceStore,
    _ configure: (Builder) -> Builder = { $0 }
  ) -> DataSource<Int?> {
    let builder: Builder = dataSource {
      try self.fetch()
    } onError: { _ in
      .keep
    }
    .persisted(in: store, as: "key") { error in self.state.withLock { $0.errors.append(error) } }
    return configure(builder)
      .with { $0.runtime = SourceRuntime(clocks: clocks.clocks) }
      .build()
  }

  /// A source that has the stored value already.
  func startLoaded(
    with store: any DataSourceStore,
    _ configure: (Builder) -> Builder = { $0 }
  ) async throws -> DataSource<Int?> {
    let source = start(with: store, configure)
    try await eventually(within: .seconds(5)) { !source.snapshot.state.isEmpty }
    return source
  }

  /// Has a value fetched and stored by a program that then ends.
  func runOnce(fetching value: Int, _ configure: (Builder) -> Builder = { $0 }) async throws {
    server(brings: value)
    let store = try await openStore()
    try await start(with: store, configure).refresh()
    await store.close()
  }

  private func fetch() throws -> Int? {
    try state.withLock { state in
      state.fetchCount += 1
      return try state.result.get()
    }
  }
}

/// What a fetch fails with.
struct OutOfOrder: Error {}
