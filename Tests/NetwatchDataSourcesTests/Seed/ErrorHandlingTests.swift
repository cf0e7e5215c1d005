import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// What the seed's text says of errors.
@Suite(.timeLimit(.minutes(1)))
struct ErrorHandlingTests {
  private let fetch = ScriptedFetch<String>()
  private let asked = Journal<String>()

  @Test func `FetchErrorAction controls the cache contents after all retries are exhausted`()
    async throws
  {
    let source = source(retryAction: .retry)
    try await have(source, "cached")
    let call = source.call()
    for attempt in 2...4 {
      await fetch.calls(attempt)
      #expect(source.snapshot.value == "cached")
      fetch.fail(with: Failure())
    }
    await #expect(throws: Failure()) { try await call.value }
    #expect(asked.entries == ["retry", "retry", "top"])
    #expect(source.snapshot.value == nil)
    #expect(source.snapshot.state.isEmpty)
  }

  @Test func `.keep preserves cached data`() async throws {
    let source = source(retryAction: .retry)
    try await have(source, "cached")
    let call = source.call()
    for attempt in 2...4 {
      await fetch.calls(attempt)
      fetch.fail(with: NetworkError())
    }
    await #expect(throws: NetworkError.self) { try await call.value }
    #expect(source.snapshot.value == "cached")
    #expect(!source.snapshot.state.isEmpty)
  }

  @Test func `RetryErrorAction controls whether the next retry runs`() async throws {
    let source = source(retryAction: .stop)
    try await have(source, "cached")
    let call = source.call()
    await fetch.calls(2)
    fetch.fail(with: Failure())
    await #expect(throws: Failure()) { try await call.value }
    #expect(fetch.count == 2)
    #expect(asked.entries == ["retry", "top"])
  }

  private func source(retryAction: RetryErrorAction) -> DataSource<String?> {
    dataSource {
      try await fetch()
    } onError: { error in
      asked.append("top")
      guard error is NetworkError else {
        return .clear  // Reset to empty value
      }
      return .keep  // Preserve cached data
    }
    .retry(maxAttempts: 3) { error in
      asked.append("retry")
      return retryAction  // Try again, or .stop to defer cache decision to top-level onError
    }
    .build()
  }

  private func have(_ source: DataSource<String?>, _ value: String) async throws {
    let call = source.call()
    await fetch.calls(1)
    fetch.succeed(with: value)
    _ = try await call.value
  }
}

private struct NetworkError: Error {}
