import NetwatchCore
import NetwatchTestSupport
import Testing

/// The exercise of the text on retry, timeout and cancellation, and its checklist.
@Suite(.timeLimit(.minutes(1))) struct RetryExerciseTests {
  enum APIError: Error, Equatable {
    case statusCode(Int)
    case transport
  }

  static func shouldRetry(_ error: any Error) -> Bool {
    switch error as? APIError {
    case nil, .transport: true
    case .statusCode(let code): (500..<600).contains(code)
    }
  }

  @Test func `500 retries`() async throws {
    let operation = ScriptedOperation(failures: [APIError.statusCode(500), APIError.transport])
    let calls = try await retry(
      attempts: 3,
      delay: .zero,
      shouldRetry: Self.shouldRetry,
      operation: { try operation.call() }
    )
    #expect(calls == 3)
  }

  @Test(arguments: [404, 400, 401])
  func `404 does not retry`(code: Int) async {
    let operation = ScriptedOperation(failures: [APIError.statusCode(code)])
    await #expect(throws: APIError.statusCode(code)) {
      try await retry(attempts: 3, delay: .seconds(60), shouldRetry: Self.shouldRetry) {
        try operation.call()
      }
    }
    #expect(operation.calls == 1)
  }

  @Test func `cancellation rethrows CancellationError without a further attempt`() async {
    let operation = ScriptedOperation(failures: [CancellationError()])
    await #expect(throws: CancellationError.self) {
      try await retry(attempts: 3, delay: .seconds(60)) { try operation.call() }
    }
    #expect(operation.calls == 1)
  }

  @Test func `every error is retried by default`() async throws {
    let operation = ScriptedOperation(failures: [Unknown(), Failure.status(404)])
    #expect(try await retry(attempts: 3, delay: .zero) { try operation.call() } == 3)
  }

  @Test(arguments: [1, 2, 5])
  func `the last error is the operation's own`(attempts: Int) async {
    let operation = ScriptedOperation(failures: (1...9).map { Unknown(number: $0) })
    await #expect(throws: Unknown(number: attempts)) {
      try await retry(attempts: attempts, delay: .zero) { try operation.call() }
    }
    #expect(operation.calls == attempts)
  }

  @Test(arguments: [0, -1, Int.min])
  func `fewer than one attempt is refused before the operation runs`(attempts: Int) async {
    let operation = ScriptedOperation(failures: [])
    let error = await #expect(throws: RetryError.self) {
      try await retry(attempts: attempts, delay: .zero) { try operation.call() }
    }
    #expect(error?.code == .noAttempts)
    #expect(error?.description == "attempts is \(attempts); expected 1 or more")
    #expect(operation.calls == 0)
  }

  @Test func `every pause is as long as asked for`() async throws {
    let clock = ManualClock()
    let operation = ScriptedOperation(failures: [Unknown(), Unknown(), Unknown()])
    async let calls = retry(attempts: 4, delay: .milliseconds(250), clock: clock) {
      try operation.call()
    }
    #expect(await clock.pass(pauses: 3) == Array(repeating: .milliseconds(250), count: 3))
    #expect(try await calls == 4)
  }

  @Test func `who decides is not asked about the last failure`() async {
    let operation = ScriptedOperation(failures: [Unknown(), Unknown()])
    var asked = 0
    await #expect(throws: Unknown.self) {
      try await retry(attempts: 2, delay: .zero) { _ in
        asked += 1
        return true
      } operation: {
        try operation.call()
      }
    }
    #expect(asked == 1)
  }
}
