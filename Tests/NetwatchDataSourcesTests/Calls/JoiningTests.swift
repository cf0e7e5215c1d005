import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// Who is answered by which fetch.
@Suite(.timeLimit(.minutes(1)))
struct JoiningTests {
  private let trial = Trial()

  @Test func `calls during a fetch join it and get the same value`() async throws {
    let source = trial.source.build()
    var calls = [source.call()]
    await trial.fetch.calls(1)
    for _ in 0..<4 { calls.append(source.call()) }
    trial.fetch.succeed(with: 1)
    for call in calls { #expect(try await call.value == 1) }
    #expect(trial.fetch.count == 1)
  }

  @Test func `they get the same error, and onError is asked once`() async throws {
    let source = trial.source.build()
    let calls = (0..<4).map { _ in source.call() }
    await trial.fetch.calls(1)
    trial.fetch.fail(with: Failure())
    for call in calls { await #expect(throws: Failure()) { try await call.value } }
    #expect(trial.failures.entries == ["failure"])
  }

  @Test func `calls that do not join queue exactly one fetch`() async throws {
    let source = trial.source.build()
    let first = source.call()
    await trial.fetch.calls(1)
    let behind = (0..<4).map { _ in source.call(joining: false) }
    trial.fetch.succeed(with: 1)
    #expect(try await first.value == 1)
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    for call in behind { #expect(try await call.value == 2) }
    #expect(trial.fetch.count == 2)
    #expect(trial.fetch.peak == 1)
  }

  @Test func `a call that joins gets the fetch under way, not the one behind it`() async throws {
    let source = trial.source.build()
    let first = source.call()
    await trial.fetch.calls(1)
    let behind = source.call(joining: false)
    let joined = source.call()
    trial.fetch.succeed(with: 1)
    #expect(try await first.value == 1)
    #expect(try await joined.value == 1)
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    #expect(try await behind.value == 2)
  }

  @Test func `a fetch that fails does not take the one behind it along`() async throws {
    let source = trial.source.build()
    let first = source.call()
    await trial.fetch.calls(1)
    let behind = source.call(joining: false)
    trial.fetch.fail(with: Failure())
    await #expect(throws: Failure()) { try await first.value }
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    #expect(try await behind.value == 2)
  }

  @Test func `without a fetch under way a call that does not join just fetches`() async throws {
    let source = trial.source.build()
    let call = source.call(joining: false)
    await trial.fetch.calls(1)
    trial.fetch.succeed(with: 1)
    #expect(try await call.value == 1)
  }

  @Test func `when those who wait for the fetch under way leave, the one behind it is made`()
    async throws
  {
    let source = trial.source.build()
    let first = source.call()
    await trial.fetch.calls(1)
    let behind = source.call(joining: false)
    first.cancel()
    await trial.fetch.calls(2)
    #expect(source.snapshot.state.isRefreshing)
    trial.fetch.succeed(with: 2)
    #expect(try await behind.value == 2)
  }

  @Test func `a call joins attempts and their pauses`() async throws {
    let source = trial.source.retry(maxAttempts: 2, delay: .seconds(1)).build()
    let first = source.call()
    await trial.fetch.calls(1)
    trial.fetch.fail(with: Failure())
    await trial.clock.sleepers()
    let second = source.call()
    await trial.clock.arrive(at: .seconds(1))
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    #expect(try await first.value == 2)
    #expect(try await second.value == 2)
  }

  @Test func `a superseded call takes its wish not to join along`() async throws {
    let feed = Feed<Int>()
    let source = trial.source(dependingOn: feed.stream.dependency(.manual))
      .debounce(.seconds(1)).ttl(.seconds(3600), clear: true).build()
    await feed.give(1)
    let first = source.call()
    await trial.clock.arrive(at: .seconds(1))
    await trial.fetch.calls(1)
    trial.fetch.succeed(with: 1)
    _ = try await first.value
    // The value is over from now on, and yet to be cleared at a later moment.
    await feed.give(2)
    let second = source.call()
    await trial.clock.arrive(at: .seconds(2))
    await trial.fetch.calls(2)
    let superseded = source.call(joining: false)
    let joined = source.call()
    await #expect(throws: CancellationError.self) { try await superseded.value }
    await trial.clock.arrive(at: .seconds(3))
    // The source waits for that moment again: the call has had its turn.
    await trial.clock.sleepers()
    trial.fetch.succeed(with: 2)
    #expect(try await second.value == 2)
    #expect(!source.snapshot.state.isRefreshing)
    // Where it waited for another fetch after all, this ends it.
    source.cancelRefresh()
    #expect(try await joined.value == 2)
  }
}
