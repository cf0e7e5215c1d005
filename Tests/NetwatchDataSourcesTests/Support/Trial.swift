import NetwatchDataSources
import NetwatchTestSupport

/// What a data source is tried with: a fetch that the test ends, and a clock that it moves.
struct Trial: Sendable {
  let clock = ManualClock()
  let fetch: ScriptedFetch<Int>
  /// When the fetches began.
  let begun = Journal<Duration>()
  /// What `onError` was asked about.
  let failures = Journal<String>()
  private let action: FetchErrorAction

  init(heedsCancellation: Bool = true, onError action: FetchErrorAction = .keep) {
    fetch = ScriptedFetch(heedsCancellation: heedsCancellation)
    self.action = action
  }

  /// A source that fetches so.
  var source: DataSourceBuilder<Int?> {
    dataSource {
      try await fetchOnce()
    } onError: {
      judge($0)
    }
    .clock(clock)
  }

  /// A source that fetches so, and depends on a stream.
  func source<Element: Sendable>(
    dependingOn dependency: DataSourceDependency<Element>
  ) -> DataSourceBuilder<Int?> {
    dataSource(dependency) { _ in
      try await fetchOnce()
    } onError: {
      judge($0)
    }
    .clock(clock)
  }

  private func fetchOnce() async throws -> Int {
    begun.append(clock.now.offset)
    return try await fetch()
  }

  private func judge(_ error: any Error) -> FetchErrorAction {
    failures.append((error as? Failure)?.name ?? "\(error)")
    return action
  }

  /// Has a source fetch a value, and returns when that is done.
  func have(_ source: DataSource<Int?>, fetch value: Int) async throws {
    let number = fetch.count + 1
    let call = source.call()
    await fetch.calls(number)
    fetch.succeed(with: value)
    _ = try await call.value
  }

  /// Lets time pass while the source waits for a moment.
  func elapse(_ duration: Duration) async {
    await clock.sleepers()
    clock.advance(by: duration)
  }
}
