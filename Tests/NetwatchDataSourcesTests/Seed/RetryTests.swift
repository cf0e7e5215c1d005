import NetwatchCore
import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// What the seed's text says of retries.
@Suite(.timeLimit(.minutes(1)))
struct RetryTests {
  private let trial = Trial()

  @Test func `maxAttempts: 3 is up to 3 attempts in total`() async throws {
    let source = trial.source.retry(maxAttempts: 3).build()
    let call = source.call()
    await fail(attempts: 1...3)
    await #expect(throws: Failure(name: "attempt 3")) { try await call.value }
    #expect(trial.fetch.count == 3)
  }

  @Test func `it is 1 initial attempt and as many retries as it takes`() async throws {
    let source = trial.source.retry(maxAttempts: 3).build()
    let call = source.call()
    await fail(attempts: 1...1)
    await trial.fetch.calls(2)
    trial.fetch.succeed(with: 2)
    #expect(try await call.value == 2)
    #expect(trial.failures.entries.isEmpty)
  }

  @Test func `delay waits 2 seconds between retries`() async throws {
    let source = trial.source.retry(maxAttempts: 3, delay: .seconds(2)).build()
    let call = source.call()
    await fail(attempts: 1...3, at: [0, 2, 4])
    await #expect(throws: Failure(name: "attempt 3")) { try await call.value }
    #expect(trial.begun.entries == [0, 2, 4].map { .seconds($0) })
  }

  @Test func `exponentialBackoff multiplies the delay`() async throws {
    let source = trial.source
      .retry(
        strategy: .exponentialBackoff(
          maxAttempts: 5,
          initialDelay: .seconds(1),
          multiplier: 2.0,
          maxDelay: .seconds(30)
        )
      )
      .build()
    let call = source.call()
    await fail(attempts: 1...5, at: [0, 1, 3, 7, 15])
    await #expect(throws: Failure(name: "attempt 5")) { try await call.value }
    #expect(trial.begun.entries == [0, 1, 3, 7, 15].map { .seconds($0) })
  }

  @Test func `exponentialBackoff waits no longer than maxDelay`() async throws {
    let source = trial.source
      .retry(
        strategy: .exponentialBackoff(
          maxAttempts: 4,
          initialDelay: .seconds(10),
          maxDelay: .seconds(30)
        )
      )
      .build()
    let call = source.call()
    await fail(attempts: 1...4, at: [0, 10, 30, 60])
    await #expect(throws: Failure(name: "attempt 4")) { try await call.value }
    #expect(trial.begun.entries == [0, 10, 30, 60].map { .seconds($0) })
  }

  @Test func `.stop stops retrying and defers the cache decision to the top-level onError`()
    async throws
  {
    let source = failing(with: APIError.unauthorized)
    let call = source.call()
    await #expect(throws: APIError.unauthorized) { try await call.value }
    #expect(trial.begun.entries == [.zero])
    #expect(trial.failures.entries == ["unauthorized"])
  }

  @Test func `.retry continues retrying`() async throws {
    let source = failing(with: Failure())
    let call = source.call()
    await trial.clock.arrive(at: .seconds(1))
    await trial.clock.arrive(at: .seconds(2))
    await #expect(throws: Failure()) { try await call.value }
    #expect(trial.begun.entries == [0, 1, 2].map { .seconds($0) })
    #expect(trial.failures.entries == ["Failure(name: \"failure\")"])
  }

  private func failing(with failure: any Error) -> DataSource<Int?> {
    dataSource {
      trial.begun.append(trial.clock.now.offset)
      throw failure
    } onError: { error in
      trial.failures.append("\(error)")
      return .keep
    }
    .retry(maxAttempts: 3, delay: .seconds(1)) { error in
      if case APIError.unauthorized = error {
        return .stop  // Stop retrying — defer cache decision to top-level onError
      }
      return .retry  // Continue retrying
    }
    .clock(trial.clock)
    .build()
  }

  /// Lets attempts fail, each at its moment.
  private func fail(attempts: ClosedRange<Int>, at seconds: [Int] = []) async {
    for attempt in attempts {
      if seconds.indices.contains(attempt - 1) {
        await trial.clock.arrive(at: .seconds(seconds[attempt - 1]))
      }
      await trial.fetch.calls(attempt)
      trial.fetch.fail(with: Failure(name: "attempt \(attempt)"))
    }
  }
}
