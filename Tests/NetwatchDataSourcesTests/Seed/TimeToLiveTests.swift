import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// What the seed's text says of the time to live.
@Suite(.timeLimit(.minutes(1)))
struct TimeToLiveTests {
  private let trial = Trial()

  @Test func `data is cached for a specific duration`() async throws {
    let source = trial.source.ttl(.seconds(300)).build()
    try await trial.have(source, fetch: 1)
    trial.clock.advance(by: .milliseconds(299_999))
    #expect(try await source.refresh() == 1)
    #expect(trial.fetch.count == 1)
    trial.clock.advance(by: .milliseconds(1))
    try await trial.have(source, fetch: 2)
    #expect(source.snapshot.value == 2)
  }

  @Test func `after expiry the data stays where it is not to be cleared`() async throws {
    let source = trial.source.ttl(.seconds(300)).build()
    try await trial.have(source, fetch: 1)
    trial.clock.advance(by: .seconds(1000))
    #expect(source.snapshot.value == 1)
    #expect(!source.snapshot.isFresh)
  }

  @Test func `data is cleared after 15 minutes`() async throws {
    let source = trial.source.ttl(.seconds(900), clear: true).build()
    try await trial.have(source, fetch: 1)
    var values = source.values(bufferingPolicy: .unbounded).makeAsyncIterator()
    #expect(await values.next() == 1)
    await trial.clock.arrive(at: .seconds(900))
    #expect(await values.next() == .some(nil))
    #expect(source.snapshot.state.isEmpty)
    #expect(trial.fetch.count == 1)
  }

  @Test func `the duration begins with the end of the fetch`() async throws {
    let source = trial.source.ttl(.seconds(300)).build()
    let call = source.call()
    await trial.fetch.calls(1)
    trial.clock.advance(by: .seconds(100))
    trial.fetch.succeed(with: 1)
    _ = try await call.value
    trial.clock.advance(by: .seconds(299))
    #expect(source.snapshot.isFresh)
  }
}
