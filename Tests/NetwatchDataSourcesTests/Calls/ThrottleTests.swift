import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// A throttle that delivers the last call never loses it.
@Suite(.timeLimit(.minutes(1)))
struct TrailingThrottleTests {
  private let trial = Trial()

  @Test func `there is one trailing fetch, with no further call needed`() async throws {
    let source = trial.source.throttle(.seconds(2), last: true).build()
    let calls = try await callsInWindow(of: source)
    for call in calls { #expect(try await call.value == 2) }
    trial.clock.advance(by: .seconds(10))
    #expect(!source.snapshot.state.isRefreshing)
    #expect(trial.begun.entries == [.zero, .seconds(2)])
  }

  @Test func `the trailing fetch opens the next window`() async throws {
    let source = trial.source.throttle(.seconds(2), last: true).build()
    for call in try await callsInWindow(of: source) { _ = try await call.value }
    trial.clock.advance(by: .milliseconds(500))
    let call = source.call()
    await trial.clock.arrive(at: .seconds(4))
    await trial.fetch.calls(3)
    trial.fetch.succeed(with: 3)
    #expect(try await call.value == 3)
    #expect(trial.begun.entries == [0, 2, 4].map { .seconds($0) })
  }

  @Test func `a trailing fetch that fails fails for all of its callers`() async throws {
    let source = trial.source.throttle(.seconds(2), last: true).build()
    try await trial.have(source, fetch: 1)
    let calls = (0..<3).map { _ in source.call() }
    await trial.clock.arrive(at: .seconds(2))
    await trial.fetch.calls(2)
    trial.fetch.fail(with: Failure())
    for call in calls { await #expect(throws: Failure()) { try await call.value } }
    #expect(trial.failures.entries == ["failure"])
  }

  @Test func `a window that ends during its fetch gives its callers a fetch behind that`()
    async throws
  {
    let feed = Feed<Int>()
    let source = trial.source(dependingOn: feed.stream.dependency(.manual))
      .throttle(.seconds(2), last: true).ttl(.seconds(3600), clear: true).build()
    await feed.give(1)
    try await trial.have(source, fetch: 1)
    // The value is over from now on, and yet to be cleared at a later moment.
    await feed.give(2)
    let first = source.call()
    await trial.fetch.calls(2)
    let last = source.call()
    await trial.clock.arrive(at: .seconds(2))
    // The source waits for that moment again: the call has had its turn.
    await trial.clock.sleepers()
    trial.fetch.succeed(with: 2)
    #expect(try await first.value == 2)
    await trial.fetch.calls(3)
    trial.fetch.succeed(with: 3)
    #expect(try await last.value == 3)
    #expect(trial.fetch.peak == 1)
  }

  /// Calls at 0, which fetches 1, and at 0.3 and 0.6 s, which are answered with 2 at 2 s.
  private func callsInWindow(of source: DataSource<Int?>) async throws -> [Call<Int?>] {
    try await trial.have(source, fetch: 1)
    trial.clock.advance(by: .milliseconds(300))
    let first = source.call()
    await trial.elapse(.milliseconds(300))
    let second = source.call()
    await trial.clock.arrive(at: .seconds(2))
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    return [first, second]
  }
}

/// A throttle without a trailing fetch answers every call of its window.
@Suite(.timeLimit(.minutes(1)))
struct ThrottleTests {
  private let trial = Trial()

  @Test func `calls of the window get the value that began it`() async throws {
    let source = trial.source.throttle(.seconds(2)).build()
    try await trial.have(source, fetch: 1)
    for _ in 0..<2 {
      trial.clock.advance(by: .milliseconds(300))
      #expect(try await source.refresh() == 1)
    }
    trial.clock.advance(by: .milliseconds(1900))
    try await trial.have(source, fetch: 2)
    #expect(trial.begun.entries == [.zero, .milliseconds(2500)])
  }

  @Test func `calls during the fetch get its result`() async throws {
    let source = trial.source.throttle(.seconds(2)).build()
    let calls = (0..<3).map { _ in source.call() }
    await trial.fetch.calls(1)
    let swallowed = source.call()
    trial.fetch.succeed(with: 1)
    for call in calls + [swallowed] { #expect(try await call.value == 1) }
    #expect(trial.fetch.count == 1)
  }

  @Test func `calls that do not join it get a fetch at the end of the window`() async throws {
    let source = trial.source.throttle(.seconds(2)).build()
    let first = source.call()
    await trial.fetch.calls(1)
    let apart = source.call(joining: false)
    trial.fetch.succeed(with: 1)
    #expect(try await first.value == 1)
    try await expectFetchAtEnd(of: source, for: apart)
  }

  @Test func `calls during a fetch that fails get its error`() async throws {
    let source = trial.source.throttle(.seconds(2)).build()
    let first = source.call()
    await trial.fetch.calls(1)
    let swallowed = source.call()
    trial.fetch.fail(with: Failure())
    await #expect(throws: Failure()) { try await first.value }
    await #expect(throws: Failure()) { try await swallowed.value }
  }

  @Test
  func `calls after a fetch that failed get one at the end of the window, with nothing there`()
    async throws
  {
    let source = trial.source.throttle(.seconds(2)).build()
    let first = source.call()
    await trial.fetch.calls(1)
    trial.fetch.fail(with: Failure())
    await #expect(throws: Failure()) { try await first.value }
    try await expectFetchAtEnd(of: source, for: source.call())
  }

  @Test func `a call that clears gets a fetch at the end of the window`() async throws {
    let source = trial.source.throttle(.seconds(2)).build()
    try await trial.have(source, fetch: 1)
    let call = source.call(clear: true)
    #expect(source.snapshot.state.isEmpty)
    try await expectFetchAtEnd(of: source, for: call)
  }

  @Test func `calls after a fetch that was cancelled get what there is`() async throws {
    let source = trial.source.throttle(.seconds(2)).build()
    try await trial.have(source, fetch: 1)
    trial.clock.advance(by: .seconds(2))
    let cancelled = source.call()
    await trial.fetch.calls(2)
    source.cancelRefresh()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(try await source.refresh() == 1)
  }

  @Test func `a prerequisite that does not hold opens no window`() async throws {
    let monitor = NetworkMonitor()
    await monitor.set(isConnected: false)
    let source = trial.source.throttle(.seconds(2))
      .requires(NetworkPrerequisite(monitor: monitor)).build()
    await #expect(throws: PrerequisiteError.self) { try await source.refresh() }
    await monitor.set(isConnected: true)
    try await trial.have(source, fetch: 1)
    #expect(source.snapshot.value == 1)
  }

  @Test func `attempts after the first open no window of their own`() async throws {
    let source = trial.source.throttle(.seconds(2)).retry(maxAttempts: 2, delay: .seconds(1))
      .build()
    let call = source.call()
    await trial.fetch.calls(1)
    trial.fetch.fail(with: Failure())
    await trial.clock.arrive(at: .seconds(1))
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 1)
    _ = try await call.value
    trial.clock.advance(by: .seconds(1))
    try await trial.have(source, fetch: 2)
    #expect(trial.begun.entries == [0, 1, 2].map { .seconds($0) })
  }

  /// The second fetch, at 2 s, answers the call.
  private func expectFetchAtEnd(of source: DataSource<Int?>, for call: Call<Int?>) async throws {
    await trial.clock.arrive(at: .seconds(2))
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    #expect(try await call.value == 2)
    #expect(trial.begun.entries == [.zero, .seconds(2)])
    withExtendedLifetime(source) {}
  }
}
