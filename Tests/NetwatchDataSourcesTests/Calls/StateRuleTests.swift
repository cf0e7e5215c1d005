import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// What the state says, and when.
@Suite(.timeLimit(.minutes(1)))
struct StateRuleTests {
  private let trial = Trial()

  @Test func `it is empty until the first success`() async throws {
    let source = trial.source.build()
    let states = source.state(bufferingPolicy: .unbounded)
    for number in 1...2 {
      let call = source.call()
      await trial.fetch.calls(number)
      trial.fetch.fail(with: Failure())
      await #expect(throws: Failure()) { try await call.value }
      #expect(source.snapshot.state.isEmpty)
    }
    try await trial.have(source, fetch: 1)
    source.terminate()
    let told = await states.all()
    #expect(told.map(\.isEmpty) == [true, true, true, true, true, true, false])
    #expect(told.map(\.isRefreshing) == [false, true, false, true, false, true, false])
  }

  @Test func `no state is told twice in a row`() async throws {
    let source = trial.source.retry(maxAttempts: 2).build()
    let states = source.state(bufferingPolicy: .unbounded)
    source.clear()
    source.cancelRefresh(clear: true)
    var calls = [source.call(), source.call()]
    await trial.fetch.calls(1)
    trial.fetch.fail(with: Failure())
    await trial.fetch.calls(2)
    calls.append(source.call())
    trial.fetch.succeed(with: 1)
    for call in calls { _ = try await call.value }
    source.clear()
    source.clear()
    source.terminate()
    let told = await states.all()
    #expect(told.map(\.isRefreshing) == [false, true, false, false])
    #expect(told.map(\.isEmpty) == [true, true, false, true])
  }

  @Test func `refreshing ends once, after the last of several fetches in a row`() async throws {
    let source = trial.source.build()
    let states = source.state(bufferingPolicy: .unbounded)
    let calls = [source.call(), source.call(joining: false)]
    for number in 1...2 {
      await trial.fetch.calls(number)
      trial.fetch.succeed(with: number)
    }
    for call in calls { _ = try await call.value }
    source.terminate()
    let told = await states.all()
    #expect(told.map(\.isRefreshing) == [false, true, true, false])
    #expect(told.map(\.isEmpty) == [true, true, false, false])
  }

  @Test func `a refresh that is held back has not begun`() async throws {
    let source = trial.source.debounce(.seconds(1)).throttle(.seconds(5), last: true).build()
    let first = source.call()
    await trial.clock.sleepers()
    #expect(!source.snapshot.state.isRefreshing)
    await trial.clock.arrive(at: .seconds(1))
    await trial.fetch.calls(1)
    #expect(source.snapshot.state.isRefreshing)
    trial.fetch.succeed(with: 1)
    _ = try await first.value
    let second = source.call()
    await trial.clock.arrive(at: .seconds(2))
    await trial.clock.sleepers()
    #expect(!source.snapshot.state.isRefreshing)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
  }

  @Test func `refreshing includes the pauses between attempts`() async throws {
    let source = trial.source.retry(maxAttempts: 2, delay: .seconds(1)).build()
    let call = source.call()
    await trial.fetch.calls(1)
    trial.fetch.fail(with: Failure())
    await trial.clock.sleepers()
    #expect(source.snapshot.state.isRefreshing)
    source.cancelRefresh()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(trial.clock.sleeperCount == 0)
  }

  @Test func `a snapshot tells the age of the value, and whether it is fresh`() async throws {
    let source = trial.source.ttl(.seconds(10)).build()
    #expect(source.snapshot.age == nil)
    #expect(!source.snapshot.isFresh)
    try await trial.have(source, fetch: 1)
    trial.clock.advance(by: .seconds(9))
    #expect(source.snapshot.age == .seconds(9))
    #expect(source.snapshot.isFresh)
    trial.clock.advance(by: .seconds(1))
    #expect(!source.snapshot.isFresh)
    source.clear()
    #expect(source.snapshot.age == nil)
  }
}
