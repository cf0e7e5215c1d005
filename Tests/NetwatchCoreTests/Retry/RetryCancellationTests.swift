import NetwatchCore
import NetwatchTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct RetryCancellationTests {
  @Test(arguments: [CancellationError(), Failure(.cancelled)] as [any Error])
  func `no error that means cancellation is retried`(error: any Error) async {
    let operation = ScriptedOperation(failures: [error])
    await #expect(throws: CancellationError.self) {
      try await retry {
        try operation.call()
      } recoverFromFailure: { _ in
        Issue.record("somebody was asked about a cancellation")
        return .retry
      }
    }
    #expect(operation.calls == 1)
  }

  @Test func `a failure of a cancelled task is a cancellation`() async {
    let work = Task {
      try await retry {
        withUnsafeCurrentTask { $0?.cancel() }
        throw Failure.status(503)
      } recoverFromFailure: { _ in
        Issue.record("somebody was asked about a cancellation")
        return .retry
      }
    }
    await #expect(throws: CancellationError.self) { try await work.value }
  }

  @Test func `the failure of a last attempt in a cancelled task is a cancellation`() async {
    let work = Task {
      try await retry(attempts: 1, delay: .zero) {
        withUnsafeCurrentTask { $0?.cancel() }
        throw Failure.status(503)
      }
    }
    await #expect(throws: CancellationError.self) { try await work.value }
  }

  @Test func `a task cancelled before makes no attempt`() async {
    let operation = ScriptedOperation(failures: [])
    let work = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await retry(attempts: 3, delay: .zero) { try operation.call() }
    }
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(operation.calls == 0)
  }

  @Test func `cancelling a pause leaves no sleeper and makes no attempt`() async {
    let clock = ManualClock()
    let operation = ScriptedOperation(failures: [Unknown()])
    let work = Task {
      try await retry(attempts: 3, delay: .seconds(10), clock: clock) { try operation.call() }
    }
    await clock.sleepers()
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(clock.nextDeadline == nil)
    #expect(operation.calls == 1)
  }

  @Test func `cancelling a pause on the real clock ends it soon`() async throws {
    let operation = ScriptedOperation(failures: [Unknown()])
    let work = Task {
      try await retry(attempts: 3, delay: .seconds(3600)) { try operation.call() }
    }
    try await eventually(within: .seconds(10)) { operation.calls == 1 }
    let taken = await ContinuousClock().measure {
      work.cancel()
      await #expect(throws: CancellationError.self) { try await work.value }
    }
    #expect(taken < .seconds(5))
    #expect(operation.calls == 1)
  }
}
