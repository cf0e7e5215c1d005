import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// A value whose time is over may answer while a new one is fetched.
@Suite(.timeLimit(.minutes(1)))
struct StaleTests {
  private let trial = Trial()

  @Test func `a stale value answers, and one fetch brings the next`() async throws {
    let source = trial.source.ttl(.seconds(10)).staleWhileRevalidate().build()
    let values = source.values(bufferingPolicy: .unbounded)
    try await trial.have(source, fetch: 1)
    trial.clock.advance(by: .seconds(1000))
    for _ in 0..<3 { #expect(try await source.refresh() == 1) }
    #expect(source.snapshot.state.isRefreshing)
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    for await value in source.values where value == 2 { break }
    #expect(try await source.refresh() == 2)
    source.terminate()
    #expect(await values.all() == [nil, 1, 2])
    #expect(trial.fetch.count == 2)
  }

  @Test func `a fresh value answers without a fetch`() async throws {
    let source = trial.source.ttl(.seconds(10)).staleWhileRevalidate().build()
    try await trial.have(source, fetch: 1)
    #expect(try await source.refresh() == 1)
    #expect(!source.snapshot.state.isRefreshing)
  }

  @Test func `after its limit a refresh waits for the fetch`() async throws {
    let source = trial.source.ttl(.seconds(10)).staleWhileRevalidate(for: .seconds(5)).build()
    try await trial.have(source, fetch: 1)
    trial.clock.advance(by: .milliseconds(14_999))
    #expect(try await source.refresh() == 1)
    await trial.fetch.calls(2)
    source.cancelRefresh()
    trial.clock.advance(by: .milliseconds(1))
    let call = source.call()
    await trial.fetch.calls(3)
    trial.fetch.succeed(with: 3)
    #expect(try await call.value == 3)
  }

  @Test func `a failed revalidation is for onError alone, and keeps the value`() async throws {
    let source = trial.source.ttl(.seconds(10)).staleWhileRevalidate().build()
    try await trial.have(source, fetch: 1)
    trial.clock.advance(by: .seconds(10))
    #expect(try await source.refresh() == 1)
    await trial.fetch.calls(2)
    trial.fetch.fail(with: Failure())
    for await state in source.state where !state.isRefreshing { break }
    #expect(trial.failures.entries == ["failure"])
    #expect(source.snapshot.value == 1)
  }

  @Test func `a value that a dependency's change made void is not served`() async throws {
    let feed = Feed<Int>()
    let source = trial.source(dependingOn: feed.stream.dependency(.manual))
      .ttl(.seconds(10)).staleWhileRevalidate().build()
    await feed.give(1)
    try await trial.have(source, fetch: 1)
    await feed.give(2)
    try await trial.have(source, fetch: 2)
    #expect(source.snapshot.value == 2)
  }

  @Test func `a value that was cleared is not served`() async throws {
    let source = trial.source.ttl(.seconds(10)).staleWhileRevalidate().build()
    try await trial.have(source, fetch: 1)
    source.clear()
    try await trial.have(source, fetch: 2)
    #expect(source.snapshot.value == 2)
  }
}
