import NetwatchCore
import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// What a fetch does to the source it belongs to, and what it does not take over from who asked for it.
@Suite(.timeLimit(.minutes(1)))
struct OwnRunTests {
  /// Where a source refreshes itself.
  enum Place: CaseIterable { case beforeFetch, fetch, retry, onError }

  @Test(arguments: Place.allCases)
  func `a source that waits for itself is told so`(_ place: Place) async throws {
    let own = Own()
    let source = dataSource {
      if place == .fetch { await own.refresh() }
      throw Failure()
    } onError: { _ in
      if place == .onError { await own.refresh() }
      return .keep
    } emptyValue: {
      0
    }
    .beforeFetch { if place == .beforeFetch { await own.refresh() } }
    .retry(maxAttempts: 2) { _ in
      if place == .retry { await own.refresh() }
      return .stop
    }
    .build()
    own.source.withLock { $0 = source }
    await #expect(throws: Failure.self) { try await source.refresh() }
    #expect(own.errors.all.map { $0 is RefreshWithinFetchError } == [true])
    own.source.withLock { $0 = nil }
  }

  @Test func `a source that waits for itself by way of another is told so`() async throws {
    let own = Own()
    let other = sourceOfTwo(refreshing: own)
    let source = dataSource {
      try await other.refresh()
    } onError: { _ in
      .keep
    } emptyValue: {
      0
    }
    .build()
    own.source.withLock { $0 = source }
    #expect(try await source.refresh() == 2)
    #expect(own.errors.all.map { $0 is RefreshWithinFetchError } == [true])
    own.source.withLock { $0 = nil }
  }

  @Test func `a value in its time answers within a fetch as well`() async throws {
    let own = Own()
    let source = dataSource {
      1
    } onError: { _ in
      .keep
    } emptyValue: {
      0
    }
    .ttl(.seconds(10)).clock(ManualClock()).build()
    try await source.refresh()
    own.source.withLock { $0 = source }
    let other = sourceOfTwo(refreshing: own)
    #expect(try await other.refresh() == 2)
    #expect(own.errors.all.isEmpty)
    own.source.withLock { $0 = nil }
  }

  /// A source that has another one refreshed before it fetches 2.
  private func sourceOfTwo(refreshing own: Own) -> DataSource<Int> {
    dataSource {
      await own.refresh()
      return 2
    } onError: { _ in
      .keep
    } emptyValue: {
      0
    }
    .build()
  }

  @Test func `a fetch knows nothing of the task that asked for it, nor does a later one`()
    async throws
  {
    let clock = ManualClock()
    let shared = DataSourceClock(clock)
    let seen = Journal<String>()
    let sources = (0..<2).map { number in
      dataSource {
        seen.append("\(number) \(Caller.name)")
        return number
      } onError: { _ in
        .keep
      } emptyValue: {
        -1
      }
      .autoRefresh(.seconds(10)).clock(shared).build()
    }
    let values = sources.map { $0.values(bufferingPolicy: .unbounded) }
    // The timer that both share is set from within.
    try await Caller.$name.withValue("job") { _ = try await sources[0].refresh() }
    await clock.sleepers()
    clock.advance(by: .seconds(10))
    try await eventually(within: .seconds(5)) { seen.entries.count == 3 }
    #expect(Set(seen.entries) == ["0 nobody", "1 nobody"])
    withExtendedLifetime(values) {}
  }
}

private enum Caller {
  @TaskLocal static var name = "nobody"
}

/// A source that its own closures refresh, and what came of it.
private final class Own: Sendable {
  let source = Lock<DataSource<Int>?>(nil)
  let errors = ErrorList()

  func refresh() async {
    do { _ = try await source.withLock(\.self)?.refresh() } catch { errors.append(error) }
  }
}
