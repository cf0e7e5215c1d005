import NetwatchCore
import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// What becomes of a refresh that fails, and who is asked.
@Suite(.timeLimit(.minutes(1)))
struct FailureTests {
  private let trial = Trial()
  private let asked = Journal<String>()

  @Test func `onError is asked once, after the retries, and the error is thrown`() async throws {
    let source = trial.source.retry(maxAttempts: 3).build()
    let calls = [source.call(), source.call()]
    for attempt in 1...3 {
      await trial.fetch.calls(attempt)
      #expect(trial.failures.entries.isEmpty)
      trial.fetch.fail(with: Failure(name: "\(attempt)"))
    }
    for call in calls { await #expect(throws: Failure(name: "3")) { try await call.value } }
    #expect(trial.failures.entries == ["3"])
  }

  @Test func `retry(maxAttempts: 1) is one attempt, about which retry's onError is not asked`()
    async throws
  {
    let source = trial.source
      .retry(maxAttempts: 1) { _ in
        asked.append("retry")
        return .retry
      }
      .build()
    let call = source.call()
    await trial.fetch.calls(1)
    trial.fetch.fail(with: Failure())
    await #expect(throws: Failure()) { try await call.value }
    #expect(asked.entries.isEmpty)
    #expect(trial.fetch.count == 1)
  }

  @Test func `without retry there is one attempt`() async throws {
    let source = trial.source.build()
    let call = source.call()
    await trial.fetch.calls(1)
    trial.fetch.fail(with: Failure())
    await #expect(throws: Failure()) { try await call.value }
    #expect(trial.fetch.count == 1)
  }

  @Test func `a cancellation passes onError by, and keeps the value`() async throws {
    let trial = Trial(onError: .clear)
    let source = trial.source.retry(maxAttempts: 3).build()
    try await trial.have(source, fetch: 1)
    let call = source.call()
    await trial.fetch.calls(2)
    trial.fetch.fail(with: CancellationError())
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(trial.failures.entries.isEmpty)
    #expect(trial.fetch.count == 2)
    #expect(source.snapshot.value == 1)
  }

  @Test func `an error that means a cancellation is one`() async throws {
    let trial = Trial(onError: .clear)
    let source = trial.source.retry(maxAttempts: 3).build()
    try await trial.have(source, fetch: 1)
    let call = source.call()
    await trial.fetch.calls(2)
    trial.fetch.fail(with: Aborted())
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(trial.failures.entries.isEmpty)
    #expect(source.snapshot.value == 1)
  }

  @Test func `a debounced refresh that fails fails for its caller, and the next one works`()
    async throws
  {
    let source = trial.source.debounce(.milliseconds(300)).build()
    let superseded = source.call()
    let call = source.call()
    await #expect(throws: CancellationError.self) { try await superseded.value }
    await trial.clock.arrive(at: .milliseconds(300))
    await trial.fetch.calls(1)
    trial.fetch.fail(with: Failure())
    await #expect(throws: Failure()) { try await call.value }
    #expect(trial.failures.entries == ["failure"])
    let next = source.call()
    await trial.clock.arrive(at: .milliseconds(600))
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    #expect(try await next.value == 2)
  }

  @Test func `beforeFetch is done before each fetch, not before each attempt`() async throws {
    let source = trial.source
      .beforeFetch { asked.append("first") }
      .beforeFetch { asked.append("second") }
      .retry(maxAttempts: 2)
      .build()
    for round in 0..<2 {
      let call = source.call()
      await trial.fetch.calls(2 * round + 1)
      trial.fetch.fail(with: Failure())
      await trial.fetch.calls(2 * round + 2)
      trial.fetch.succeed(with: 1)
      _ = try await call.value
    }
    #expect(asked.entries == ["first", "second", "first", "second"])
  }

  @Test func `failableBeforeFetch keeps the fetch from being made where it fails`() async throws {
    let source = trial.source
      .failableBeforeFetch {
        asked.append("before")
        throw Failure(name: "locked")
      }
      .retry(maxAttempts: 3) { _ in
        asked.append("retry")
        return .retry
      }
      .build()
    let error = await #expect(throws: BeforeFetchError.self) { try await source.refresh() }
    #expect(error?.underlying as? Failure == Failure(name: "locked"))
    #expect(asked.entries == ["before"])
    #expect(trial.fetch.count == 0)
    #expect(trial.failures.entries.count == 1)
  }

  @Test func `a cancellation in failableBeforeFetch is one`() async throws {
    let source = trial.source.failableBeforeFetch { throw CancellationError() }.build()
    await #expect(throws: CancellationError.self) { try await source.refresh() }
    #expect(trial.failures.entries.isEmpty)
  }
}

private struct Aborted: NetworkErrorConvertible {
  var networkErrorType: NetworkErrorType { .cancelled }
}
