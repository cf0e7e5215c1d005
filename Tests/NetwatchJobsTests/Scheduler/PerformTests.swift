import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("Closures that a scheduler performs", .timeLimit(.minutes(1)))
struct PerformTests {
  private let time = SimulatedTime()
  private let manager = SettableConnectivityManager()
  private let attempts = Runs()

  private func scheduler(limit: Int = 64) -> RetryScheduler {
    RetryScheduler(
      store: MemoryJobStore(clocks: time.clocks),
      connectivity: manager,
      handlers: [],
      interceptors: [
        .retryWithBackoff(transientBaseDelay: .seconds(1), random: .constant(0.5)),
        .parkAtDestination(), .retryWhenConnected(manager),
      ],
      release: ReleaseSettings(limit: limit),
      settings: SchedulerSettings().simulated(time)
    )
  }

  /// Starts a closure, and lets time pass until it has ended.
  private func end<Value: Sendable>(
    _ scheduler: RetryScheduler,
    atMost limit: Duration = .seconds(600),
    _ start: @escaping @Sendable () async throws -> Value
  ) async throws -> Result<Value, any Error>? {
    let result = Switch<Result<Value, any Error>?>(nil)
    let task = Task { result.value = await Task { try await start() }.result }
    try await scheduler.whileRunning {
      while result.value == nil, time.passed < limit {
        time.advance(by: .milliseconds(50))
        try await Task.sleep(for: .microseconds(100))
      }
    }
    await task.value
    return result.value
  }

  @Test("The value of the first success is returned, after failures were retried")
  func retried() async throws {
    let scheduler = scheduler()
    let value = try await end(scheduler) { [attempts] in
      try await scheduler.perform { attempt in
        attempts.append(0, attempt: attempt)
        guard attempt == 3 else { throw NetworkFailure(.timeout) }
        return "done"
      }
    }
    #expect(try value?.get() == "done")
    #expect(attempts.all.map(\.attempt) == [1, 2, 3])
  }

  @Test("The closure's own error comes out when nobody proposes to try again")
  func final() async throws {
    let scheduler = scheduler()
    let value = try await end(scheduler) {
      try await scheduler.perform { _ in throw NetworkFailure(.status(404)) }
    }
    #expect(throws: NetworkFailure.self) { try value?.get() }
  }

  @Test("It waits for connectivity, which costs no attempt")
  func connectivity() async throws {
    let (scheduler, manager) = (scheduler(), manager)
    let isUp = Switch(false)
    let value = try await end(scheduler) { [attempts] in
      try await scheduler.perform { attempt in
        attempts.append(0, attempt: attempt)
        guard isUp.value else {
          manager.set(isAvailable: false)
          Task {
            try await Task.sleep(for: .milliseconds(5))
            isUp.value = true
            manager.set(isAvailable: true)
          }
          throw NetworkFailure(.unreachable)
        }
        return attempt
      }
    }
    #expect(try value?.get() == 1)
    #expect(attempts.all.map(\.attempt) == [1, 1])
  }

  @Test("A deadline ends it, wherever it waits")
  func deadline() async throws {
    manager.set(isAvailable: false)
    let scheduler = scheduler()
    let value = try await end(scheduler) {
      try await scheduler.perform(JobOptions(deadline: .seconds(5))) { _ in 1 }
    }
    let error = #expect(throws: SchedulerError.self) { try value?.get() }
    #expect(error?.code == .deadlinePassed)
  }

  @Test("Cancelled while it waits for its turn, it throws CancellationError and leaves nothing")
  func cancelled() async throws {
    manager.set(isAvailable: false)
    let scheduler = scheduler()
    let task = Task { try await scheduler.perform { _ in 1 } }
    let waiting = {
      scheduler.state.withLock { $0.plan.destinations["default"]?.callers.count ?? 0 }
    }
    try await eventually(within: .seconds(10)) { waiting() == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(waiting() == 0)
  }

  @Test("It is told when the scheduler ends")
  func ended() async throws {
    manager.set(isAvailable: false)
    let scheduler = scheduler()
    let run = Task { try await scheduler.run() }
    let task = Task { try await scheduler.perform { _ in 1 } }
    try await eventually(within: .seconds(10)) {
      scheduler.state.withLock { $0.plan.destinations["default"]?.callers.count == 1 }
    }
    scheduler.beginShutdown(grace: .zero)
    try await run.value
    let error = await #expect(throws: SchedulerError.self) { try await task.value }
    #expect(error?.code == .ended)
    let late = await #expect(throws: SchedulerError.self) {
      try await scheduler.perform { _ in 1 }
    }
    #expect(late?.code == .ended)
  }

  @Test("No more of them go at a time than their destination takes")
  func limit() async throws {
    let scheduler = scheduler(limit: 3)
    let (inside, most) = (Switch(0), Switch(0))
    try await scheduler.whileRunning {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask {
            _ = try? await scheduler.perform { _ in
              most.raise(to: inside.add(1))
              try await Task.sleep(for: .milliseconds(1))
              inside.add(-1)
            }
          }
        }
      }
    }
    #expect(most.value <= 3)
  }

  @Test("Inside a job the work is done at once, even where the job holds the only place")
  func nested() async throws {
    let kind = JobKind(bytes: "outer")
    let handler = JobHandler(kind) { [attempts] payload, context in
      let scheduler = try #require(Self.current.value)
      let value = try await scheduler.perform(JobOptions(deadline: .seconds(60))) { attempt in
        attempts.append(context.id.rawValue, attempt: attempt)
        return payload
      }
      #expect(value == [7])
    }
    let scheduler = RetryScheduler(
      store: MemoryJobStore(),
      connectivity: manager,
      handlers: [handler],
      release: ReleaseSettings(limit: 1),
      settings: SchedulerSettings(concurrency: 1)
    )
    Self.current.value = scheduler
    defer { Self.current.value = nil }
    let id = try await scheduler.submit([7], as: kind)
    try await scheduler.whileRunning {
      try await eventually(within: .seconds(10)) {
        try await scheduler.job(id)?.state == .succeeded
      }
    }
    #expect(attempts.count == 1)
  }

  private static let current = Switch<RetryScheduler?>(nil)

  @Test("It is told of the end of the scheduler while it waits for its next attempt, or its first")
  func endedWhileWaiting() async throws {
    for options in [JobOptions(), JobOptions(notBefore: .seconds(3_000))] {
      let scheduler = scheduler()
      let run = Task { try await scheduler.run() }
      let failed = Switch(options.notBefore != nil)
      let task = Task {
        try await scheduler.perform(options) { _ in
          failed.value = true
          throw NetworkFailure(.timeout)
        }
      }
      try await eventually(within: .seconds(10)) { failed.value }
      scheduler.beginShutdown(grace: .seconds(60))
      let error = await #expect(throws: SchedulerError.self) { try await task.value }
      #expect(error?.code == .ended)
      try await run.value
    }
  }
}
