import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// What the seed's text says of throttle and debounce.
@Suite(.timeLimit(.minutes(1)))
struct TimeControlTests {
  private let trial = Trial()

  @Test func `refresh frequency is limited to one fetch per 2 seconds`() async throws {
    let source = trial.source.throttle(.seconds(2)).build()
    try await trial.have(source, fetch: 1)
    for _ in 0..<3 {
      trial.clock.advance(by: .milliseconds(500))
      #expect(try await source.refresh() == 1)
    }
    trial.clock.advance(by: .milliseconds(500))
    try await trial.have(source, fetch: 2)
    #expect(trial.begun.entries == [.zero, .seconds(2)])
  }

  @Test func `with last: true the last call in the window is executed`() async throws {
    let source = trial.source.throttle(.seconds(2), last: true).build()
    try await trial.have(source, fetch: 1)
    trial.clock.advance(by: .milliseconds(500))
    let call = source.call()
    await trial.clock.arrive(at: .seconds(2))
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    #expect(try await call.value == 2)
    #expect(trial.begun.entries == [.zero, .seconds(2)])
  }

  @Test func `debounce waits 300ms after the last call`() async throws {
    let source = trial.source.debounce(.milliseconds(300)).build()
    let first = source.call()
    await trial.elapse(.milliseconds(200))
    let last = source.call()
    await #expect(throws: CancellationError.self) { try await first.value }
    await trial.clock.arrive(at: .milliseconds(500))
    await trial.fetch.calls(1)
    trial.fetch.succeed(with: 1)
    #expect(try await last.value == 1)
    #expect(trial.begun.entries == [.milliseconds(500)])
  }
}

/// What the seed's text says of auto-refresh.
@Suite(.timeLimit(.minutes(1)))
struct AutoRefreshTests {
  private let trial = Trial()

  @Test func `autoRefresh refreshes every 30 seconds`() async throws {
    let source = trial.source.autoRefresh(.seconds(30)).build()
    let values = source.values(bufferingPolicy: .unbounded)
    for number in 1...3 {
      await trial.clock.arrive(at: .seconds(30 * number))
      await trial.fetch.calls(number)
      trial.fetch.succeed(with: number)
    }
    await trial.clock.arrive(at: .seconds(120))
    await trial.fetch.calls(4)
    source.terminate()
    #expect(await values.all() == [nil, 1, 2, 3])
    #expect(trial.begun.entries == [30, 60, 90, 120].map { .seconds($0) })
  }

  @Test func `stopAutoRefresh() stops it and resumeAutoRefresh() goes on`() async throws {
    let source = trial.source.autoRefresh(.seconds(30)).build()
    let values = source.values
    source.stopAutoRefresh()
    trial.clock.advance(by: .seconds(100))
    #expect(!source.snapshot.state.isRefreshing)
    source.resumeAutoRefresh()
    await trial.fetch.calls(1)
    source.terminate()
    #expect(await values.all() == [nil])
    #expect(trial.begun.entries == [.seconds(100)])
  }

  @Test func `resumed before an interval is over, it waits for its end`() async throws {
    let source = trial.source.autoRefresh(.seconds(30)).build()
    let values = source.values
    source.stopAutoRefresh()
    trial.clock.advance(by: .seconds(10))
    source.resumeAutoRefresh()
    await trial.clock.arrive(at: .seconds(30))
    await trial.fetch.calls(1)
    source.terminate()
    #expect(await values.all() == [nil])
    #expect(trial.begun.entries == [.seconds(30)])
  }

  @Test func `restartAutoRefresh(immediate: true) refreshes now, and then every 30 seconds`()
    async throws
  {
    let source = trial.source.autoRefresh(.seconds(30)).ttl(.seconds(300)).build()
    let values = source.values(bufferingPolicy: .unbounded)
    try await trial.have(source, fetch: 1)
    source.stopAutoRefresh()
    trial.clock.advance(by: .seconds(10))
    let restart = Task.immediate { await source.restartAutoRefresh(immediate: true) }
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    await restart.value
    await trial.clock.arrive(at: .seconds(40))
    await trial.fetch.calls(3)
    source.terminate()
    #expect(await values.all() == [nil, 1, 2])
    #expect(trial.begun.entries == [.zero, .seconds(10), .seconds(40)])
  }

  @Test func `restartAutoRefresh() alone begins a new interval`() async throws {
    let source = trial.source.autoRefresh(.seconds(30)).build()
    let values = source.values
    await trial.elapse(.seconds(20))
    await source.restartAutoRefresh()
    await trial.clock.arrive(at: .seconds(50))
    await trial.fetch.calls(1)
    source.terminate()
    #expect(await values.all() == [nil])
    #expect(trial.begun.entries == [.seconds(50)])
  }
}
