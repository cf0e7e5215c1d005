import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// An older fetch never overwrites a newer value.
///
/// The first fetch brings "old" after 300 ms, all others "new" after 50 ms.
@Suite(.timeLimit(.minutes(1)))
struct OlderFetchTests {
  private let clock = ManualClock()
  private let begun = Journal<Duration>()
  private let cancelled = Journal<Int>()

  @Test func `a plain second refresh joins the fetch under way`() async throws {
    let source = source()
    let streams = Streams(of: source)
    let first = source.call()
    await elapse(.milliseconds(100))
    let second = source.call()
    await clock.arrive(at: .milliseconds(300))
    #expect(try await first.value == "old")
    #expect(try await second.value == "old")
    await streams.expect(["", "old"])
    #expect(begun.entries == [.zero])
  }

  @Test func `a refresh that does not join gets the new value from a fetch behind`() async throws {
    let source = source()
    let streams = Streams(of: source)
    let first = source.call()
    await elapse(.milliseconds(100))
    let second = source.call(joining: false)
    await clock.arrive(at: .milliseconds(300))
    #expect(try await first.value == "old")
    await clock.arrive(at: .milliseconds(350))
    #expect(try await second.value == "new")
    await streams.expect(["", "old", "new"])
  }

  @Test(arguments: [DataSourceDependencyMode.eager, .lazy, .manual])
  func `a dependency's change cancels the first fetch, whose waiters get the new value`(
    mode: DataSourceDependencyMode
  ) async throws {
    let feed = Feed<Int>()
    let source = source(dependingOn: feed, mode)
    await feed.give(1)
    let streams = Streams(of: source)
    let calls = (0..<3).map { _ in source.call() }
    await elapse(.milliseconds(100))
    await feed.give(2)
    await clock.arrive(at: .milliseconds(150))
    for call in calls { #expect(try await call.value == "new") }
    await streams.expect(["", "new"])
    #expect(cancelled.entries == [1])
  }

  @Test func `a change behind another leaves the newest value`() async throws {
    let feed = Feed<Int>()
    let source = source(dependingOn: feed, .eager)
    await feed.give(1)
    let streams = Streams(of: source)
    let call = source.call()
    for change in 2...4 {
      await elapse(.milliseconds(10))
      await feed.give(change)
    }
    await clock.arrive(at: .milliseconds(80))
    #expect(try await call.value == "new")
    await streams.expect(["", "new"])
  }

  private func fetchOnce() async throws -> String {
    let number = begun.append(clock.now.offset)
    do {
      try await clock.sleep(for: .milliseconds(number == 1 ? 300 : 50))
    } catch {
      cancelled.append(number)
      throw error
    }
    return number == 1 ? "old" : "new"
  }

  private func source() -> DataSource<String> {
    dataSource {
      try await fetchOnce()
    } onError: { _ in
      .keep
    } emptyValue: {
      ""
    }
    .clock(clock).build()
  }

  private func source(
    dependingOn feed: Feed<Int>,
    _ mode: DataSourceDependencyMode
  ) -> DataSource<String> {
    dataSource(feed.stream.dependency(mode)) { _ in
      try await fetchOnce()
    } onError: { _ in
      .keep
    } emptyValue: {
      ""
    }
    .clock(clock).build()
  }

  /// Lets time pass once the fetch under way sleeps.
  private func elapse(_ duration: Duration) async {
    await clock.sleepers()
    clock.advance(by: duration)
  }
}

/// What a source tells from now until it is terminated.
private struct Streams {
  let source: DataSource<String>
  let values: AsyncStream<String>
  let states: AsyncStream<DataSourceState>

  init(of source: DataSource<String>) {
    self.source = source
    values = source.values(bufferingPolicy: .unbounded)
    states = source.state(bufferingPolicy: .unbounded)
  }

  /// Ends the source: these were the values, and refreshing ended once.
  func expect(_ expected: [String], _ location: SourceLocation = #_sourceLocation) async {
    source.terminate()
    #expect(await values.all() == expected, sourceLocation: location)
    let refreshing = await states.all().map(\.isRefreshing)
    let ends = zip(refreshing, refreshing.dropFirst()).count { $0 && !$1 }
    #expect(ends == 1, sourceLocation: location)
    #expect(refreshing.last == false, sourceLocation: location)
  }
}
