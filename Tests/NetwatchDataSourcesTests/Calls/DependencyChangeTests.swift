import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// What a dependency's change does, beyond the refresh that its mode asks for.
@Suite(.timeLimit(.minutes(1)))
struct DependencyChangeTests {
  private let trial = Trial()
  private let feed = Feed<Int>()

  @Test func `it ends the value's time to live`() async throws {
    let source = trial.source(dependingOn: feed.stream.dependency(.manual))
      .ttl(.seconds(300)).build()
    await feed.give(1)
    try await trial.have(source, fetch: 1)
    #expect(source.snapshot.isFresh)
    await feed.give(2)
    #expect(!source.snapshot.isFresh)
    try await trial.have(source, fetch: 2)
    #expect(source.snapshot.isFresh)
    #expect(source.snapshot.value == 2)
  }

  @Test(arguments: [false, true])
  func `it ends the throttle's window`(last: Bool) async throws {
    let source = trial.source(dependingOn: feed.stream.dependency(.manual))
      .throttle(.seconds(10), last: last).build()
    await feed.give(1)
    try await trial.have(source, fetch: 1)
    await feed.give(2)
    try await trial.have(source, fetch: 2)
    #expect(trial.begun.entries == [.zero, .zero])
  }

  @Test func `those who wait for the end of the window are answered at once`() async throws {
    let source = trial.source(dependingOn: feed.stream.dependency(.manual))
      .throttle(.seconds(10), last: true).build()
    await feed.give(1)
    try await trial.have(source, fetch: 1)
    let call = source.call()
    await feed.give(2)
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    #expect(try await call.value == 2)
    #expect(trial.begun.entries == [.zero, .zero])
  }

  @Test func `those who queue behind a fetch get the same new result`() async throws {
    let source = trial.source(dependingOn: feed.stream.dependency(.manual)).build()
    await feed.give(1)
    let calls = [source.call(), source.call(joining: false)]
    await trial.fetch.calls(1)
    await feed.give(2)
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    for call in calls { #expect(try await call.value == 2) }
    #expect(!source.snapshot.state.isRefreshing)
    #expect(trial.fetch.count == 2)
  }

  @Test func `a fetch that it has made anew fails for those who wait, and onError is asked once`()
    async throws
  {
    let source = trial.source(dependingOn: feed.stream.dependency(.eager)).build()
    await feed.give(1)
    let call = source.call()
    await trial.fetch.calls(1)
    await feed.give(2)
    await trial.fetch.calls(2)
    trial.fetch.fail(with: Failure())
    await #expect(throws: Failure()) { try await call.value }
    #expect(trial.failures.entries == ["failure"])
  }

  @Test(arguments: [DataSourceDependencyMode.eager, .lazy, .manual])
  func `with clear: true the value goes at once, in every mode`(
    mode: DataSourceDependencyMode
  ) async throws {
    let source = trial.source(dependingOn: feed.stream.dependency(mode, clear: true)).build()
    let values = source.values(bufferingPolicy: .unbounded)
    await feed.give(1)
    let call = source.call()
    await trial.fetch.calls(1)
    trial.fetch.succeed(with: 1)
    _ = try await call.value
    await feed.give(2)
    #expect(source.snapshot.value == nil)
    #expect(source.snapshot.state.isRefreshing == (mode != .manual))
    source.terminate()
    #expect(await values.all() == [nil, 1, nil])
  }

  @Test func `before its first value a refresh says so, and onError is not asked`() async throws {
    let source = trial.source(dependingOn: feed.stream.dependency(.eager)).build()
    let error = await #expect(throws: DependencyUnavailableError.self) {
      try await source.refresh()
    }
    #expect(error?.index == 0)
    #expect(error?.description.contains("dependency 1") == true)
    #expect(trial.failures.entries.isEmpty)
    #expect(trial.fetch.count == 0)
  }

  @Test func `a value that a stream has already is there when the source is built`() async throws {
    let (stream, input) = AsyncStream.makeStream(of: Int.self)
    input.yield(1)
    let source = trial.source(dependingOn: stream.dependency(.manual)).build()
    try await trial.have(source, fetch: 1)
    #expect(source.snapshot.value == 1)
  }

  @Test func `the value stays usable when the stream has ended`() async throws {
    let (stream, input) = AsyncStream.makeStream(of: Int.self)
    input.yield(1)
    input.finish()
    let source = trial.source(dependingOn: stream.dependency(.manual)).build()
    try await trial.have(source, fetch: 1)
    try await trial.have(source, fetch: 2)
    #expect(source.snapshot.value == 2)
  }

  @Test func `a lazy refresh is still due when a call that would have made it is cancelled`()
    async throws
  {
    let source = trial.source(dependingOn: feed.stream.dependency(.lazy)).build()
    await feed.give(1)
    await feed.give(2)
    let call = source.call()
    await trial.fetch.calls(1)
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    let values = source.values(bufferingPolicy: .unbounded)
    #expect(source.snapshot.state.isRefreshing)
    source.terminate()
    #expect(await values.all() == [nil])
  }

  @Test func `a subscriber that a lazy refresh is due for keeps the fetch of a call going`()
    async throws
  {
    let source = trial.source(dependingOn: feed.stream.dependency(.lazy)).build()
    await feed.give(1)
    await feed.give(2)
    let call = source.call()
    await trial.fetch.calls(1)
    var values = source.values(bufferingPolicy: .unbounded).makeAsyncIterator()
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(source.snapshot.state.isRefreshing)
    trial.fetch.succeed(with: 1)
    #expect(await values.next() == .some(nil))
    #expect(await values.next() == 1)
    #expect(trial.fetch.count == 1)
  }

  @Test func `a lazy refresh that a call has made meanwhile is not made again`() async throws {
    let source = trial.source(dependingOn: feed.stream.dependency(.lazy)).build()
    await feed.give(1)
    await feed.give(2)
    try await trial.have(source, fetch: 1)
    let values = source.values
    #expect(!source.snapshot.state.isRefreshing)
    source.terminate()
    #expect(await values.all() == [1])
  }
}
