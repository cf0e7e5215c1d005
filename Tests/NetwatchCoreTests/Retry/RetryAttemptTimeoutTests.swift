import NetwatchCore
import NetwatchTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct RetryAttemptTimeoutTests {
  @Test func `an attempt that takes too long fails as a timeout and is retried`() async throws {
    let clock = ManualClock()
    let operation = ScriptedOperation(failures: [Unknown(), Unknown()])
    async let result = retry(
      backoff: .constant(.seconds(1)),
      attemptTimeout: .seconds(5),
      clock: clock
    ) {
      // The first two attempts sleep far beyond their time.
      do { return try operation.call() } catch { try await clock.sleep(for: .seconds(1000)) }
      return 0
    }
    // The limits of two attempts, each followed by a pause.
    for moment in [5, 6, 11, 12].map({ ManualClock.Instant(offset: .seconds($0)) }) {
      try await eventually(within: .seconds(10)) { clock.nextDeadline == moment }
      clock.advance(by: clock.now.duration(to: moment))
    }
    #expect(try await result == 3)
  }

  @Test func `the last timeout is thrown as an error of that kind`() async {
    let error = await #expect(throws: AttemptTimeout.self) {
      try await retry(maxAttempts: 1, attemptTimeout: .milliseconds(1)) {
        try await Task.sleep(for: .seconds(3600))
      }
    }
    #expect(error.map { NetworkErrorType(of: $0) } == .timeout)
    #expect(error?.description == "the attempt did not end within 0.001 s")
  }

  @Test func `an operation in time leaves no timer`() async throws {
    let clock = ManualClock()
    let value = try await retry(attemptTimeout: .seconds(5), clock: clock) { 7 }
    #expect(value == 7)
    #expect(clock.nextDeadline == nil)
  }

  @Test func `the operation's own error comes through`() async {
    await #expect(throws: Unknown(number: 4)) {
      try await retry(maxAttempts: 1, attemptTimeout: .seconds(3600)) { throw Unknown(number: 4) }
    }
  }

  @Test func `no attempt lasts beyond the deadline`() async {
    let clock = ManualClock()
    let work = Task {
      try await retry(attemptTimeout: .seconds(50), deadline: .seconds(7), clock: clock) {
        try await clock.sleep(for: .seconds(1000))
      }
    }
    await clock.sleepers(atLeast: 2)
    clock.advance(by: .seconds(7))
    await #expect(throws: AttemptTimeout.self) { try await work.value }
    #expect(clock.nextDeadline == nil)
  }

  @Test func `an attempt that would have no time does not hide the error before`() async throws {
    let clock = ManualClock()
    let work = Task {
      try await retry(
        backoff: .constant(.seconds(7)),
        attemptTimeout: .seconds(5),
        deadline: .seconds(7),
        clock: clock
      ) { throw Unknown(number: 1) }
    }
    // Not the timer of the attempt, but the pause.
    try await eventually(within: .seconds(10)) {
      clock.nextDeadline == ManualClock.Instant(offset: .seconds(7))
    }
    clock.advance(by: .seconds(7))
    await #expect(throws: Unknown(number: 1)) { try await work.value }
  }

  @Test(arguments: [0, -1])
  func `no time for an attempt is refused before the operation runs`(seconds: Int) async {
    let operation = ScriptedOperation(failures: [])
    let error = await #expect(throws: RetryError.self) {
      try await retry(attemptTimeout: .seconds(seconds)) { try operation.call() }
    }
    #expect(error?.code == .noTime)
    #expect(error?.description == "attemptTimeout is \(seconds) s; expected more than 0 s")
    #expect(operation.calls == 0)
  }

  @Test func `cancelling an attempt leaves neither operation nor timer`() async {
    let clock = ManualClock()
    let work = Task {
      try await retry(attemptTimeout: .seconds(5), clock: clock) {
        try await clock.sleep(for: .seconds(1000))
      } recoverFromFailure: { _ in
        Issue.record("somebody was asked about a cancellation")
        return .retry
      }
    }
    await clock.sleepers(atLeast: 2)
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(clock.nextDeadline == nil)
  }
}
