import NetwatchCore
import NetwatchTestSupport

@testable import NetwatchDataSources

/// What a data source is in the middle of.
enum Stage: CaseIterable, Sendable {
  /// Nothing, with readers of its streams.
  case idle
  /// A dependency is read that has given no value.
  case dependency
  /// The stored value is read.
  case loading
  case debounce, window, prerequisite, preparation, connectivity, fetch, retryPause
  /// The value is stored.
  case storing
}

/// What a data source uses, with a count of what is alive of it.
struct StageParts {
  let clock = ManualClock()
  let fetch = ScriptedFetch<Int>()
  let preparation = ScriptedFetch<Void>()
  let prerequisite = ScriptedFetch<Bool>()
  let dependency = ScriptedDependency()
  let manager = SettableConnectivityManager(isAvailable: false)
  let store = ScriptedStore()
  let census = Census()

  /// A builder for a source that can be brought to a stage.
  func builder(for stage: Stage) -> DataSourceBuilder<Int> {
    let builder = base(stage).clock(clock)
    return switch stage {
    case .idle, .dependency, .fetch: builder
    case .loading, .storing: builder.persisted(in: store, as: "value")
    case .debounce: builder.debounce(.seconds(60))
    case .window: builder.throttle(.seconds(60), last: true)
    case .prerequisite: builder.requires(ScriptedPrerequisite(answer: prerequisite))
    case .preparation: builder.failableBeforeFetch { [preparation] in try await preparation() }
    case .connectivity: builder.requiresConnectivity(manager)
    case .retryPause: builder.retry(maxAttempts: 2, delay: .seconds(60))
    }
  }

  private func base(_ stage: Stage) -> DataSourceBuilder<Int> {
    let member = census.member()
    let fetching: @Sendable () async throws -> Int = { [fetch] in
      withExtendedLifetime(member) {}
      return try await fetch()
    }
    guard stage == .dependency else {
      return dataSource {
        try await fetching()
      } onError: { _ in
        .keep
      } emptyValue: {
        0
      }
    }
    return dataSource(dependency.stream.dependency(.eager)) { _ in
      try await fetching()
    } onError: { _ in
      .keep
    } emptyValue: {
      0
    }
  }
}

struct ScriptedPrerequisite: DataSourceRefreshPrerequisite {
  let answer: ScriptedFetch<Bool>

  func check() async -> Bool { (try? await answer()) ?? false }
}

/// A store that answers when a test says so.
struct ScriptedStore: DataSourceStore {
  let loading = ScriptedFetch<StoredDataSourceValue?>()
  let saving = ScriptedFetch<Void>(heedsCancellation: false)

  func load(_ key: String) async throws -> StoredDataSourceValue? { try await loading() }
  func save(_ value: StoredDataSourceValue, for key: String) async throws { try await saving() }
  func remove(_ key: String) async throws {}
}

/// Counts objects that are alive.
final class Census: Sendable {
  final class Member: Sendable {
    private let census: Census

    fileprivate init(_ census: Census) { self.census = census }

    deinit { census.alive.withLock { $0 -= 1 } }
  }

  private let alive = Lock(0)

  var count: Int { alive.withLock(\.self) }

  func member() -> Member {
    alive.withLock { $0 += 1 }
    return Member(self)
  }
}
