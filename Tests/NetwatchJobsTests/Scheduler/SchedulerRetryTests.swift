import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("How a scheduler retries the jobs that fail", .timeLimit(.minutes(1)))
struct SchedulerRetryTests {
  private let fixture = SchedulerFixture()
  private var time: SimulatedTime { fixture.time }
  private var runs: Runs { fixture.runs }
  private var store: MemoryJobStore { fixture.store }

  @Test(
    "A failure is final, retried or permanent as its kind says",
    arguments: [
      (NetworkErrorType.status(404), 1, JobState.dead), (.status(500), 3, .dead),
      (.unknown, 1, .dead), (.untrusted, 1, .dead), (.timeout, 3, .dead),
    ]
  )
  func kinds(type: NetworkErrorType, attempts: Int, state: JobState) async throws {
    let scheduler = fixture.scheduler(fixture.recording(NetworkFailure(type)))
    let id = try await scheduler.submit([], as: .bytes)
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(60), scheduler) {
        try await scheduler.job(id)?.state.isFinal == true
      }
    }
    #expect(runs.all.map(\.attempt) == Array(1...attempts))
    #expect(runs.all.map(\.token) == (1...attempts).map(Int64.init))
    let job = try #require(await scheduler.job(id))
    #expect(job.state == state)
    #expect(job.history.attempts.records.map(\.number) == Array(1...attempts))
  }

  @Test("An error is what its handler calls it, and permanent where it says so")
  func classified() async throws {
    struct Odd: Error {}
    let handler = JobHandler(.bytes, classify: { $0 is Odd ? .timeout : nil }) {
      [runs] _, context in
      runs.append(context.id.rawValue)
      if runs.count < 3 { throw Odd() }
      throw PermanentJobFailure("the customer is gone")
    }
    let scheduler = fixture.scheduler(handler, interceptors: [.retryWithBackoff(maxAttempts: 25)])
    let id = try await scheduler.submit([], as: .bytes)
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(60), scheduler) {
        try await scheduler.job(id)?.state == .dead
      }
    }
    #expect(runs.count == 3)
    #expect(try await scheduler.job(id)?.reason == "the customer is gone")
  }

  @Test("Killed between two attempts: the next backoff has the n that it would have had")
  func restart() async throws {
    let chain = [
      RetryInterceptor.retryWithBackoff(
        maxAttempts: 10,
        transientBaseDelay: .seconds(1),
        maxDelay: .seconds(3_600),
        random: .constant(0.999_999)
      )
    ]
    for _ in 0..<5 {
      let scheduler = fixture.scheduler(
        fixture.recording(NetworkFailure(.timeout)),
        interceptors: chain
      )
      if runs.count == 0 { _ = try await scheduler.submit([], as: .bytes) }
      let before = runs.count
      try await scheduler.whileRunning {
        _ = try await time.pass(atMost: .seconds(3_600), scheduler) { runs.count > before }
        await time.quiet(scheduler)
      }
    }
    #expect(runs.all.map(\.attempt) == [1, 2, 3, 4, 5])
    // 1 + 2 + 4 + 8 s have passed, and the fifth attempt waits for 16.
    let waited = time.passed
    #expect(waited > .milliseconds(14_999) && waited < .milliseconds(15_100))
    let remaining = try #require(await store.job(JobID(rawValue: 1))?.remaining)
    #expect(remaining > .milliseconds(15_900) && remaining <= .seconds(16))
  }

  @Test("An interceptor that is gone from the list counts as another proposer")
  func goneProposer() async throws {
    let first = fixture.scheduler(
      fixture.recording(NetworkFailure(.timeout)),
      interceptors: [.retryWithBackoff(id: "old", maxAttempts: 3, random: .constant(0))]
    )
    let id = try await first.submit([], as: .bytes)
    try await first.whileRunning {
      _ = try await time.pass(atMost: .seconds(60), first) { runs.count >= 2 }
    }
    let ran = runs.count
    let second = fixture.scheduler(fixture.recording(NetworkFailure(.timeout)))
    try await second.whileRunning {
      _ = try await time.pass(atMost: .seconds(60), second) {
        try await second.job(id)?.state.isFinal == true
      }
    }
    if try await second.job(id)?.history.retries.lastProposer == "retryWithBackoff" {
      #expect(runs.count == ran + 3, "the new one begins at its first of three attempts")
    } else {
      #expect(ran == 3, "the old one had come to its end before")
    }
  }

  @Test("A retry that the budget cannot pay waits longer instead of ending the job")
  func budget() async throws {
    let isFixed = Switch(false)
    let handler = JobHandler(.bytes) { [runs] _, context in
      runs.append(context.id.rawValue)
      if !isFixed.value { throw NetworkFailure(.timeout) }
    }
    let scheduler = fixture.scheduler(
      handler,
      interceptors: [.retryWithBackoff(maxAttempts: 25, random: .constant(0.5))],
      budget: RetryBudget(capacity: 0)
    )
    let id = try await scheduler.submit([], as: .bytes)
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(15), scheduler) { false }
      #expect(runs.count == 1)
      isFixed.value = true
      _ = try await time.pass(atMost: .seconds(60), scheduler) { runs.count == 2 }
    }
    #expect(try await scheduler.job(id)?.state == .succeeded)
  }

  @Test("What a retry cost comes back when its job succeeds, and when a closure does")
  func refund() async throws {
    let handler = JobHandler(.bytes) { _, context in
      if context.attempt < 3 { throw NetworkFailure(.timeout) }
    }
    let budget = RetryBudget(capacity: 100, transientCost: 14, gain: 1)
    let scheduler = fixture.scheduler(handler, budget: budget)
    let id = try await scheduler.submit([], as: .bytes)
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(60), scheduler) {
        try await scheduler.job(id)?.state == .succeeded
      }
      #expect(budget.tokens == 100 - 14, "the cost of the last one alone")
      let task = Task {
        try await scheduler.perform { attempt in
          if attempt == 1 { throw NetworkFailure(.timeout) }
        }
      }
      try await eventually(within: .seconds(10)) { budget.tokens == 100 - 28 }
      while budget.tokens < 100 - 14 {
        time.advance(by: .milliseconds(50))
        await Task.yield()
      }
      try await task.value
    }
  }
}
