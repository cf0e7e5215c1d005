import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// Who reads what, and what their coming and going does.
@Suite(.timeLimit(.minutes(1)))
struct SubscriberTests {
  private let trial = Trial()

  @Test func `a late subscriber begins with the present value and state`() async throws {
    let source = trial.source.build()
    try await trial.have(source, fetch: 1)
    let (values, states, pairs) = (source.values, source.state, source.valueWithState)
    source.terminate()
    #expect(await values.all() == [1])
    #expect(await states.all().map(\.isEmpty) == [false])
    #expect(await pairs.all().map(\.value) == [1])
  }

  @Test func `a subscriber during a fetch is told of its value`() async throws {
    let source = trial.source.build()
    let call = source.call()
    await trial.fetch.calls(1)
    let values = source.values(bufferingPolicy: .unbounded)
    trial.fetch.succeed(with: 1)
    _ = try await call.value
    source.terminate()
    #expect(await values.all() == [nil, 1])
  }

  @Test func `one that leaves is no matter to others, nor to the fetch under way`() async throws {
    let source = trial.source.build()
    let staying = source.values(bufferingPolicy: .unbounded)
    var leaving: AsyncStream<Int?>? = source.values
    let call = source.call()
    await trial.fetch.calls(1)
    #expect(leaving != nil)
    leaving = nil
    trial.fetch.succeed(with: 1)
    #expect(try await call.value == 1)
    source.terminate()
    #expect(await staying.all() == [nil, 1])
  }

  @Test func `one that never reads keeps the newest value only`() async throws {
    let source = trial.source.build()
    let (values, states, pairs) = (source.values, source.state, source.valueWithState)
    for value in 1...100 { try await trial.have(source, fetch: value) }
    await end(source)
    #expect(await values.all() == [100])
    #expect(await states.all().count == 1)
    #expect(await pairs.all().map(\.value) == [100])
  }

  @Test func `a buffering policy is that of the one who reads`() async throws {
    let source = trial.source.build()
    let oldest = source.values(bufferingPolicy: .bufferingOldest(2))
    let newest = source.values(bufferingPolicy: .bufferingNewest(2))
    let pairs = source.valueWithState(bufferingPolicy: .unbounded)
    for value in 1...3 { try await trial.have(source, fetch: value) }
    await end(source)
    #expect(await oldest.all() == [nil, 1])
    #expect(await newest.all() == [2, 3])
    let told = await pairs.all()
    #expect(told.map(\.value) == [nil, nil, 1, 1, 2, 2, 3])
    #expect(told.map(\.state.isRefreshing) == [false, true, false, true, false, true, false])
  }

  @Test func `a stream of a source that is gone has its last value, and ends`() async throws {
    let source = trial.source.build()
    try await trial.have(source, fetch: 1)
    source.terminate()
    #expect(await source.values.all() == [1])
  }

  @Test func `streams hold no reference to the source, and end with the last`() async throws {
    var source: DataSource<Int?>? = trial.source.build()
    let values = source?.values(bufferingPolicy: .unbounded)
    weak let reference = source
    #expect(reference != nil)
    source = nil
    #expect(reference == nil)
    #expect(await values?.all() == [nil])
  }

  /// Ends a source, and returns when readers were told of all that came before.
  private func end(_ source: DataSource<Int?>) async {
    let witness = source.valueWithState
    source.terminate()
    _ = await witness.all()
  }
}

/// Auto-refresh goes on for those who subscribe to values.
@Suite(.timeLimit(.minutes(1)))
struct AutoRefreshSubscriberTests {
  private let trial = Trial()

  @Test func `it pauses without subscribers, and what is due is made for the next`() async throws {
    let source = trial.source.autoRefresh(.seconds(30)).build()
    var values: AsyncStream<Int?>? = source.values
    await trial.clock.arrive(at: .seconds(30))
    await trial.fetch.calls(1)
    trial.fetch.succeed(with: 1)
    for await value in source.values where value == 1 { break }
    #expect(values != nil)
    await trial.clock.sleepers()
    values = nil
    #expect(trial.clock.sleeperCount == 0)
    trial.clock.advance(by: .seconds(100))
    let next = source.valueWithState
    await trial.fetch.calls(2)
    source.terminate()
    #expect(await Set(next.all().map(\.value)) == [1])
    #expect(trial.begun.entries == [.seconds(30), .seconds(130)])
  }

  @Test func `it does not begin before the first subscriber`() async throws {
    let source = trial.source.autoRefresh(.seconds(30)).build()
    trial.clock.advance(by: .seconds(100))
    #expect(trial.clock.sleeperCount == 0)
    let values = source.values
    await trial.clock.arrive(at: .seconds(130))
    await trial.fetch.calls(1)
    source.terminate()
    #expect(await values.all() == [nil])
    #expect(trial.begun.entries == [.seconds(130)])
  }

  @Test func `who reads the state alone does not keep it going`() async throws {
    let source = trial.source.autoRefresh(.seconds(30)).build()
    let states = source.state
    trial.clock.advance(by: .seconds(100))
    #expect(trial.clock.sleeperCount == 0)
    source.terminate()
    #expect(await states.all().map(\.isRefreshing) == [false])
  }

  @Test func `it ignores the time to live`() async throws {
    let source = trial.source.ttl(.seconds(300)).autoRefresh(.seconds(30)).build()
    let values = source.values(bufferingPolicy: .unbounded)
    try await trial.have(source, fetch: 1)
    await trial.clock.arrive(at: .seconds(30))
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    await trial.clock.arrive(at: .seconds(60))
    await trial.fetch.calls(3)
    source.terminate()
    #expect(await values.all() == [nil, 1, 2])
  }

  @Test func `its interval begins with the end of each fetch, whoever asked for it`() async throws {
    let source = trial.source.autoRefresh(.seconds(30)).build()
    let values = source.values(bufferingPolicy: .unbounded)
    await trial.elapse(.seconds(20))
    let call = source.call()
    await trial.fetch.calls(1)
    trial.clock.advance(by: .seconds(5))
    trial.fetch.succeed(with: 1)
    _ = try await call.value
    await trial.clock.arrive(at: .seconds(55))
    await trial.fetch.calls(2)
    source.terminate()
    #expect(await values.all() == [nil, 1])
    #expect(trial.begun.entries == [.seconds(20), .seconds(55)])
  }

  @Test func `it goes on after a failure`() async throws {
    let source = trial.source.autoRefresh(.seconds(30)).build()
    let values = source.values
    for number in 1...2 {
      await trial.clock.arrive(at: .seconds(30 * number))
      await trial.fetch.calls(number)
      trial.fetch.fail(with: Failure())
    }
    await trial.clock.arrive(at: .seconds(90))
    await trial.fetch.calls(3)
    source.terminate()
    #expect(await values.all() == [nil])
    #expect(trial.failures.entries == ["failure", "failure"])
  }
}
