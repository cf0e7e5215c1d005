import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// No task, timer or stream outlives `terminate()` or the last reference.
@Suite(.timeLimit(.minutes(1)))
struct LifetimeTests {
  enum End: CaseIterable { case terminate, lastReference }

  @Test(arguments: End.allCases)
  func `the fetch under way, the timer and the dependencies end with it`(end: End) async throws {
    let trial = Trial()
    let (dependency, input) = AsyncStream.makeStream(of: Int.self)
    let (ended, endSignal) = AsyncStream.makeStream(of: Void.self)
    input.onTermination = { _ in endSignal.finish() }
    input.yield(1)
    var source: DataSource<Int?>? = trial.source(dependingOn: dependency.dependency(.eager))
      .ttl(.seconds(10), clear: true).build()
    await trial.fetch.calls(1)
    trial.fetch.succeed(with: 1)
    await trial.clock.sleepers()
    input.yield(2)
    await trial.fetch.calls(2)
    if end == .terminate { source?.terminate() }
    if end == .lastReference { source = nil }
    #expect(trial.fetch.underWay == 0)
    #expect(trial.clock.sleeperCount == 0)
    // The dependency's reader ends in its own time; one that does not runs into the time limit.
    for await _ in ended {}
    withExtendedLifetime(source) {}
  }

  @Test func `a pause between attempts ends with the last reference`() async {
    let trial = Trial()
    let (dependency, input) = AsyncStream.makeStream(of: Int.self)
    input.yield(1)
    var source: DataSource<Int?>? = trial.source(dependingOn: dependency.dependency(.eager))
      .retry(maxAttempts: 2, delay: .seconds(1)).build()
    #expect(source != nil)
    await trial.fetch.calls(1)
    trial.fetch.fail(with: Failure())
    await trial.clock.sleepers()
    source = nil
    #expect(trial.clock.sleeperCount == 0)
    #expect(trial.failures.entries.isEmpty)
  }

  @Test func `all that its closures hold is let go of`() async throws {
    let (gone, signal) = AsyncStream.makeStream(of: Void.self)
    let values: AsyncStream<Int?>
    do {
      let held = Held(signal)
      let source = dataSource {
        held.value as Int?
      } onError: { _ in
        held.action
      }
      .autoRefresh(.seconds(30)).throttle(.seconds(2), last: true).clock(ManualClock()).build()
      values = source.values
      #expect(try await source.refresh() == 1)
    }
    // It ends when nothing holds what the closures held.
    for await _ in gone {}
    withExtendedLifetime(values) {}
  }

  @Test func `terminate() is final, and the value can still be read`() async throws {
    let trial = Trial()
    let source = trial.source.autoRefresh(.seconds(30)).build()
    try await trial.have(source, fetch: 1)
    source.terminate()
    source.terminate()
    source.resumeAutoRefresh()
    await source.restartAutoRefresh(immediate: true)
    let values = source.values
    #expect(await values.all() == [1])
    #expect(source.snapshot.value == 1)
    #expect(trial.fetch.count == 1)
    #expect(trial.clock.sleeperCount == 0)
  }
}

/// Says when it is gone.
private final class Held: Sendable {
  let value = 1
  let action = FetchErrorAction.keep
  private let signal: AsyncStream<Void>.Continuation

  init(_ signal: AsyncStream<Void>.Continuation) {
    self.signal = signal
  }

  deinit {
    signal.finish()
  }
}
