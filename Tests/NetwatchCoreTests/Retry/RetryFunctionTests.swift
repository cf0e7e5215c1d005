import NetwatchCore
import NetwatchTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct RetryFunctionTests {
  @Test func `the form of the documentation compiles and succeeds`() async throws {
    let operation = ScriptedOperation(failures: [Unknown()])
    let calls = try await retry(
      maxAttempts: 5,
      backoff: .exponential(initial: .milliseconds(1), maximum: .milliseconds(2)).fullJitter(),
      deadline: .seconds(60)
    ) {
      try operation.call()
    } recoverFromFailure: { _ in
      .retry
    }
    #expect(calls == 2)
  }

  @Test func `pauses follow the backoff and the draws`() async throws {
    let clock = ManualClock()
    let operation = ScriptedOperation(failures: Array(repeating: Unknown(), count: 4))
    async let calls = retry(
      maxAttempts: nil,
      backoff: .exponential(initial: .milliseconds(100), maximum: .milliseconds(500)).fullJitter(),
      clock: clock,
      random: .constant(0.5)
    ) { try operation.call() }
    let pauses = await clock.pass(pauses: 4)
    #expect(pauses == [50, 100, 200, 250].map { .milliseconds($0) })
    #expect(try await calls == 5)
  }

  @Test func `decorrelated jitter grows from the pause before`() async throws {
    let clock = ManualClock()
    let operation = ScriptedOperation(failures: Array(repeating: Unknown(), count: 3))
    async let calls = retry(
      maxAttempts: 4,
      backoff: .exponential(initial: .seconds(1), maximum: .seconds(60)).decorrelatedJitter(),
      clock: clock,
      random: .constant(0.5)
    ) { try operation.call() }
    #expect(await clock.pass(pauses: 3) == [2, 3.5, 5.75].map { .seconds($0) })
    _ = try await calls
  }

  @Test func `the caller can name the pause`() async throws {
    let clock = ManualClock()
    let operation = ScriptedOperation(failures: [Failure.status(503), Unknown()])
    async let calls = retry(clock: clock, random: .constant(0)) {
      try operation.call()
    } recoverFromFailure: { error in
      error is Unknown ? .retry(after: .seconds(-7)) : .retry(after: .seconds(7))
    }
    #expect(await clock.pass(pauses: 1) == [.seconds(7)])
    #expect(try await calls == 3)
  }

  @Test func `the caller can end it`() async {
    let operation = ScriptedOperation(failures: [Unknown(number: 1), Unknown(number: 2)])
    await #expect(throws: Unknown(number: 1)) {
      try await retry {
        try operation.call()
      } recoverFromFailure: { _ in
        .stop
      }
    }
    #expect(operation.calls == 1)
  }

  @Test func `what the caller throws ends it`() async {
    let operation = ScriptedOperation(failures: [Unknown()])
    await #expect(throws: Failure.status(404)) {
      try await retry {
        try operation.call()
      } recoverFromFailure: { _ in
        throw Failure.status(404)
      }
    }
  }

  /// Attempts take no time here, so they begin after 0, 10, 20, … seconds.
  @Test(
    arguments: [
      (-1, 1), (0, 1), (9, 1), (10, 2), (19, 2), (20, 3), (25, 3), (1000, 5), (nil, 5),
    ] as [(Int?, Int)]
  )
  func `a pause that would end past the deadline is not begun`(
    deadline: Int?,
    calls: Int
  ) async throws {
    let clock = ManualClock()
    let operation = ScriptedOperation(failures: (1...5).map { Unknown(number: $0) })
    let work = Task {
      try await retry(
        maxAttempts: 5,
        backoff: .constant(.seconds(10)),
        deadline: deadline.map { .seconds($0) },
        clock: clock
      ) { try operation.call() }
    }
    _ = await clock.pass(pauses: calls - 1)
    await #expect(throws: Unknown(number: calls)) { try await work.value }
    #expect(operation.calls == calls)
    #expect(clock.nextDeadline == nil)
  }

  @Test func `the time of the attempts counts towards the deadline`() async {
    let clock = ManualClock()
    let operation = ScriptedOperation(failures: [Unknown(number: 1)])
    await #expect(throws: Unknown(number: 1)) {
      try await retry(backoff: .constant(.zero), deadline: .seconds(60), clock: clock) {
        clock.advance(by: .seconds(61))
        return try operation.call()
      }
    }
  }

  @Test(arguments: [Duration(attoseconds: .min), Duration(attoseconds: .max)])
  func `no deadline and no pause is too long or too short`(extreme: Duration) async {
    let operation = ScriptedOperation(failures: [Unknown(number: 1), Unknown(number: 2)])
    await #expect(throws: Unknown.self) {
      try await retry(maxAttempts: 2, backoff: .constant(.zero), deadline: extreme) {
        try operation.call()
      }
    }
    await #expect(throws: Unknown.self) {
      try await retry(
        maxAttempts: 2,
        backoff: .constant(Duration(attoseconds: .max)),
        deadline: .seconds(1)
      ) {
        throw Unknown()
      }
    }
  }

  @Test(arguments: [0, -5])
  func `fewer than one attempt is refused before the operation runs`(count: Int) async {
    let operation = ScriptedOperation(failures: [])
    let error = await #expect(throws: RetryError.self) {
      try await retry(maxAttempts: count) { try operation.call() }
    }
    #expect(error?.description == "maxAttempts is \(count); expected 1 or more")
    #expect(operation.calls == 0)
  }

  @Test @MainActor func `the operation runs on the caller's actor`() async throws {
    var calls = 0
    let result = try await retry(backoff: .constant(.zero)) {
      MainActor.assertIsolated()
      calls += 1
      guard calls == 3 else { throw Unknown() }
      return NotSendable(number: calls)
    }
    #expect(result.number == 3)
  }

  final class NotSendable {
    let number: Int

    init(number: Int) {
      self.number = number
    }
  }
}
