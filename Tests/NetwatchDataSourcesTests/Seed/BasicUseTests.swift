import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// What the seed's text says of basic use.
@Suite(.timeLimit(.minutes(1)))
struct BasicUseTests {
  private let trial = Trial()

  @Test func `a data source starts with the empty value`() {
    #expect(trial.source.build().snapshot.value == nil)
  }

  @Test func `call refresh() to fetch data`() async throws {
    let source = trial.source.build()
    let call = source.call()
    await trial.fetch.calls(1)
    trial.fetch.succeed(with: 7)
    #expect(try await call.value == 7)
  }

  @Test func `nothing is fetched before the first refresh()`() async {
    let source = trial.source.build()
    let values = source.values
    #expect(!source.snapshot.state.isRefreshing)
    source.terminate()
    #expect(await values.all() == [nil])
    #expect(trial.fetch.count == 0)
  }

  @Test func `a successful fetch result is cached and emitted to all streams`() async throws {
    let source = trial.source.build()
    let streams = [source.values, source.values]
    var readers = streams.map { $0.makeAsyncIterator() }
    for reader in readers.indices { #expect(await readers[reader].next() == .some(nil)) }
    try await trial.have(source, fetch: 1)
    #expect(source.snapshot.value == 1)
    for reader in readers.indices { #expect(await readers[reader].next() == 1) }
  }

  @Test func `streams receive updates when data changes`() async throws {
    let source = trial.source.build()
    let values = source.values(bufferingPolicy: .unbounded)
    for value in 1...3 { try await trial.have(source, fetch: value) }
    source.terminate()
    #expect(await values.all() == [nil, 1, 2, 3])
  }

  @Test func `a source is Sendable, and used from many tasks at once`() async throws {
    let source = trial.source.ttl(.seconds(300)).build()
    let tasks = (0..<100).map { _ in Task { try await source.refresh() } }
    await trial.fetch.calls(1)
    trial.fetch.succeed(with: 1)
    for task in tasks { #expect(try await task.value == 1) }
    #expect(trial.fetch.count == 1)
  }

  @Test func `on .keep cached data is kept on error`() async throws {
    let source = trial.source.build()
    try await trial.have(source, fetch: 1)
    try await fail(source)
    #expect(source.snapshot.value == 1)
    #expect(trial.failures.entries == ["failure"])
  }

  @Test func `on .clear the empty value takes its place`() async throws {
    let trial = Trial(onError: .clear)
    let source = trial.source.build()
    let values = source.values(bufferingPolicy: .unbounded)
    try await trial.have(source, fetch: 1)
    let call = source.call()
    await trial.fetch.calls(2)
    trial.fetch.fail(with: Failure())
    await #expect(throws: Failure()) { try await call.value }
    source.terminate()
    #expect(await values.all() == [nil, 1, nil])
  }

  private func fail(_ source: DataSource<Int?>) async throws {
    let number = trial.fetch.count + 1
    let call = source.call()
    await trial.fetch.calls(number)
    trial.fetch.fail(with: Failure())
    await #expect(throws: Failure()) { try await call.value }
  }
}

/// What the seed's text says of the state.
@Suite(.timeLimit(.minutes(1)))
struct StateTests {
  @Test func `state tells loading and validity`() async throws {
    let trial = Trial()
    let source = trial.source.build()
    let states = source.state(bufferingPolicy: .unbounded)
    try await trial.have(source, fetch: 1)
    source.terminate()
    let told = await states.all()
    #expect(told.map(\.isRefreshing) == [false, true, false])
    #expect(told.map(\.isEmpty) == [true, true, false])
  }
}
