import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// Durations longer than clocks can count are times that never end.
@Suite(.timeLimit(.minutes(1)))
struct HugeDurationTests {
  private let trial = Trial()
  private let huge = Duration.seconds(Int64.max)

  @Test func `a value lives for ever`() async throws {
    let source = trial.source.ttl(huge).staleWhileRevalidate(for: huge).build()
    try await trial.have(source, fetch: 1)
    trial.clock.advance(by: .seconds(200 * 365 * 86_400))
    #expect(try await source.refresh() == 1)
    #expect(source.snapshot.isFresh)
  }

  @Test func `a value is never cleared`() async throws {
    let source = trial.source.ttl(huge, clear: true).build()
    try await trial.have(source, fetch: 1)
    trial.clock.advance(by: .seconds(200 * 365 * 86_400))
    #expect(source.snapshot.value == 1)
  }

  @Test func `a window never ends, and its callers can leave`() async throws {
    let source = trial.source.throttle(huge, last: true).build()
    try await trial.have(source, fetch: 1)
    let call = source.call()
    trial.clock.advance(by: .seconds(200 * 365 * 86_400))
    #expect(!source.snapshot.state.isRefreshing)
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  @Test func `a debounce never ends, and its caller can leave`() async {
    let source = trial.source.debounce(huge).build()
    let call = source.call()
    trial.clock.advance(by: .seconds(200 * 365 * 86_400))
    source.cancelRefresh()
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  @Test func `an interval never ends`() async {
    let source = trial.source.autoRefresh(huge).build()
    let values = source.values
    trial.clock.advance(by: .seconds(200 * 365 * 86_400))
    #expect(!source.snapshot.state.isRefreshing)
    await source.restartAutoRefresh()
    source.stopAutoRefresh()
    source.resumeAutoRefresh()
    source.terminate()
    #expect(await values.all() == [nil])
  }

  @Test func `a pause between attempts never ends, and its caller can leave`() async {
    let strategies = [
      RetryStrategy.fixed(maxAttempts: 2, delay: huge),
      .exponentialBackoff(maxAttempts: Int.max, initialDelay: huge, multiplier: 1e308),
    ]
    for (number, strategy) in strategies.enumerated() {
      let source = trial.source.retry(strategy: strategy).build()
      let call = source.call()
      await trial.fetch.calls(number + 1)
      trial.fetch.fail(with: Failure())
      await trial.clock.sleepers()
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    #expect(trial.clock.sleeperCount == 0)
  }

  @Test func `the clock of every source takes them as well`() async throws {
    let source = dataSource {
      1 as Int?
    } onError: { _ in
      .keep
    }
    .ttl(huge, clear: true).throttle(huge, last: true).autoRefresh(huge).build()
    let values = source.values(bufferingPolicy: .unbounded)
    #expect(try await source.refresh() == 1)
    source.terminate()
    #expect(await values.all() == [nil, 1])
  }
}
