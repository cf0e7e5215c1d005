import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// A fetch that takes no notice of its cancellation delays the next one, and changes nothing.
@Suite(.timeLimit(.minutes(1)))
struct HeedlessFetchTests {
  private let trial = Trial(heedsCancellation: false)
  private let feed = Feed<Int>()

  @Test func `its value is dropped after a dependency's change`() async throws {
    let source = trial.source(dependingOn: feed.stream.dependency(.eager)).build()
    let values = source.values(bufferingPolicy: .unbounded)
    await feed.give(1)
    let call = source.call()
    await trial.fetch.calls(1)
    await feed.give(2)
    #expect(trial.fetch.count == 1)
    try await expectSecond(for: call, of: source, values)
    #expect(trial.fetch.peak == 1)
  }

  @Test func `its failure is dropped as well, and onError is not asked`() async throws {
    let source = trial.source(dependingOn: feed.stream.dependency(.eager)).build()
    await feed.give(1)
    let call = source.call()
    await trial.fetch.calls(1)
    await feed.give(2)
    trial.fetch.fail(1, with: Failure())
    await trial.fetch.calls(2)
    trial.fetch.succeed(2, with: 2)
    #expect(try await call.value == 2)
    #expect(trial.failures.entries.isEmpty)
  }

  @Test func `its value is dropped after cancelRefresh()`() async throws {
    let source = trial.source.build()
    let values = source.values(bufferingPolicy: .unbounded)
    let cancelled = source.call()
    await trial.fetch.calls(1)
    source.cancelRefresh()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(!source.snapshot.state.isRefreshing)
    let call = source.call()
    #expect(source.snapshot.state.isRefreshing)
    try await expectSecond(for: call, of: source, values)
  }

  @Test func `its value is dropped after its only waiter's cancellation`() async throws {
    let source = trial.source.build()
    let values = source.values(bufferingPolicy: .unbounded)
    let cancelled = source.call()
    await trial.fetch.calls(1)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    let call = source.call()
    try await expectSecond(for: call, of: source, values)
  }

  @Test func `its value is dropped after terminate()`() async throws {
    let source = trial.source.build()
    let call = source.call()
    await trial.fetch.calls(1)
    source.terminate()
    await #expect(throws: CancellationError.self) { try await call.value }
    trial.fetch.succeed(1, with: 1)
    #expect(source.snapshot.value == nil)
    await #expect(throws: DataSourceTerminatedError.self) { try await source.refresh() }
  }

  @Test func `clear() lets a fetch go on, which brings the next value`() async throws {
    let source = trial.source.build()
    let values = source.values(bufferingPolicy: .unbounded)
    try await trial.have(source, fetch: 1)
    let call = source.call()
    await trial.fetch.calls(2)
    source.clear()
    #expect(source.snapshot.value == nil)
    trial.fetch.succeed(with: 2)
    #expect(try await call.value == 2)
    source.terminate()
    #expect(await values.all() == [nil, 1, nil, 2])
  }

  /// The first fetch brings 1, which nobody gets, and the second one 2.
  private func expectSecond(
    for call: Call<Int?>,
    of source: DataSource<Int?>,
    _ values: AsyncStream<Int?>
  ) async throws {
    trial.fetch.succeed(1, with: 1)
    await trial.fetch.calls(2)
    trial.fetch.succeed(2, with: 2)
    #expect(try await call.value == 2)
    source.terminate()
    #expect(await values.all() == [nil, 2])
  }
}
