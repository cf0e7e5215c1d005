import NetwatchSystem
import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("A scheduler", .timeLimit(.minutes(1)))
struct SchedulerTests {
  struct Report: Codable, Hashable, Sendable { var day: Int }

  private static let bytes = JobKind(bytes: "bytes")
  private static let report = JobKind<Report>("report")

  private let time = SimulatedTime()
  private let runs = Runs()
  private let store: MemoryJobStore

  init() { store = MemoryJobStore(clocks: time.clocks) }

  private func scheduler(
    _ handlers: JobHandler...,
    interceptors: [RetryInterceptor] = [.retryWithBackoff(random: .constant(0.5))],
    maxRetryCount: Int? = nil,
    budget: RetryBudget? = nil,
    settings: SchedulerSettings = SchedulerSettings()
  ) -> RetryScheduler {
    RetryScheduler(
      store: store,
      connectivity: SettableConnectivityManager(),
      handlers: handlers,
      interceptors: interceptors,
      maxRetryCount: maxRetryCount,
      budget: budget,
      settings: settings,
      clocks: time.clocks,
      random: .constant(0.5)
    )
  }

  private func recording(_ error: (any Error)? = nil) -> JobHandler {
    JobHandler(Self.bytes) { [runs] _, context in
      runs.append(context.id.rawValue, attempt: context.attempt, token: context.token)
      if let error { throw error }
    }
  }

  @Test("A handler gets the payload that was submitted, its attempt and a key that names the job")
  func payload() async throws {
    let seen = Switch<[(Report, Int, String)]>([])
    let handler = JobHandler(Self.report) { report, context in
      seen.value = [(report, context.attempt, context.idempotencyKey)]
    }
    let scheduler = scheduler(handler)
    let id = try await scheduler.submit(Report(day: 3), as: Self.report)
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(1), scheduler) { !seen.value.isEmpty }
    }
    #expect(seen.value.map(\.0) == [Report(day: 3)])
    #expect(seen.value.map(\.1) == [1])
    #expect(seen.value.map(\.2) == ["\(store.identity)-\(id)"])
    #expect(try await scheduler.job(id)?.state == .succeeded)
  }

  @Test("What a handler cannot read is dead at once, and does not hold up the rest")
  func unreadable() async throws {
    let scheduler = scheduler(JobHandler(Self.report) { _, _ in }, recording())
    let bad = NewJob(kind: "report", payload: Array("{".utf8))
    let receipts = try await scheduler.submit([bad, Self.bytes.job([1])])
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(1), scheduler) { runs.count == 1 }
    }
    let job = try #require(await scheduler.job(receipts[0].id))
    #expect(job.state == .dead)
    #expect(job.reason?.hasPrefix("the payload can't be read") == true)
    #expect(job.history.attempts.records.count == 1)
  }

  @Test(
    "A failure is final, retried or permanent as its kind says",
    arguments: [
      (NetworkErrorType.status(404), 1, JobState.dead), (.status(500), 3, .dead),
      (.unknown, 1, .dead), (.untrusted, 1, .dead), (.timeout, 3, .dead),
    ]
  )
  func kinds(type: NetworkErrorType, attempts: Int, state: JobState) async throws {
    let scheduler = scheduler(recording(NetworkFailure(type)))
    let id = try await scheduler.submit([], as: Self.bytes)
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
    let handler = JobHandler(Self.bytes, classify: { $0 is Odd ? .timeout : nil }) {
      [runs] _, context in
      runs.append(context.id.rawValue)
      if runs.count < 3 { throw Odd() }
      throw PermanentJobFailure("the customer is gone")
    }
    let scheduler = scheduler(handler, interceptors: [.retryWithBackoff(maxAttempts: 25)])
    let id = try await scheduler.submit([], as: Self.bytes)
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
      let scheduler = scheduler(recording(NetworkFailure(.timeout)), interceptors: chain)
      if runs.count == 0 { _ = try await scheduler.submit([], as: Self.bytes) }
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
    let first = scheduler(
      recording(NetworkFailure(.timeout)),
      interceptors: [.retryWithBackoff(id: "old", maxAttempts: 3, random: .constant(0))]
    )
    let id = try await first.submit([], as: Self.bytes)
    try await first.whileRunning {
      _ = try await time.pass(atMost: .seconds(60), first) { runs.count >= 2 }
    }
    let ran = runs.count
    let second = scheduler(recording(NetworkFailure(.timeout)))
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

  @Test("A job whose worker vanishes three times is dead, and the healthy ones behind it run")
  func vanishing() async throws {
    let poison = try await store.submit([Self.bytes.job([0])])[0].id
    _ = try await store.submit(try (1...5).map { try Self.bytes.job([UInt8($0)]) })
    let lane = try Self.bytes.job([]).lane
    for _ in 0..<3 {
      _ = try await store.look(StoreLook())
      let claim = JobClaim(
        destination: "default",
        lanes: [lane],
        limit: 1,
        isExclusive: false,
        paceRevision: 0
      )
      let turn = StoreTurn(worker: "w", lease: .seconds(30), claims: [claim])
      #expect(try await store.turn(turn).claimed.map(\.run.id) == [poison])
      time.advance(by: .seconds(30))
    }
    let scheduler = scheduler(recording())
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(1), scheduler) { runs.count == 5 }
    }
    #expect(!runs.ids.contains(poison.rawValue))
    let job = try #require(await scheduler.job(poison))
    #expect(job.state == .dead)
    #expect(job.reason?.contains("vanished") == true)
  }

  @Test("A deadline cancels the handler that runs, and ends a job that waits")
  func deadline() async throws {
    let wasCancelled = Switch(false)
    let handler = JobHandler(Self.bytes) { [time] payload, _ in
      guard payload.isEmpty else { throw NetworkFailure(.timeout) }
      do {
        try await time.clocks.sleep(.seconds(1_000))
      } catch {
        wasCancelled.value = true
        throw error
      }
    }
    let scheduler = scheduler(
      handler,
      interceptors: [
        .retryWithBackoff(
          maxAttempts: nil,
          transientBaseDelay: .seconds(900),
          maxDelay: .seconds(900),
          random: .constant(0.5)
        )
      ]
    )
    let options = JobOptions(deadline: .seconds(10))
    let running = try await scheduler.submit([], as: Self.bytes, options: options)
    let waiting = try await scheduler.submit([1], as: Self.bytes, options: options)
    try await scheduler.whileRunning {
      try await eventually(within: .seconds(10)) {
        try await scheduler.job(waiting)?.state == .waiting
      }
      time.advance(by: .seconds(11))
      try await eventually(within: .seconds(10)) {
        let states = [
          try await scheduler.job(running)?.state, try await scheduler.job(waiting)?.state,
        ]
        return states == [.dead, .dead]
      }
    }
    #expect(wasCancelled.value)
    for id in [running, waiting] {
      #expect(try await scheduler.job(id)?.reason?.contains("the deadline passed") == true)
    }
  }

  @Test("A deadline that passes while the job is parked ends it, without any other event")
  func parkedDeadline() async throws {
    let manager = SettableConnectivityManager(isAvailable: false)
    let scheduler = RetryScheduler(
      store: store,
      connectivity: manager,
      handlers: [recording()],
      clocks: time.clocks,
      random: .constant(0.5)
    )
    try await scheduler.whileRunning {
      await time.quiet(scheduler)
      let options = JobOptions(deadline: .seconds(10))
      let id = try await scheduler.submit([], as: Self.bytes, options: options)
      let isDead = try await time.pass(atMost: .seconds(10), scheduler) {
        try await scheduler.job(id)?.state == .dead
      }
      #expect(isDead)
    }
    #expect(runs.count == 0)
  }

  @Test("Jobs of kinds without a handler stay, and are counted")
  func unknownKinds() async throws {
    let scheduler = scheduler(recording())
    _ = try await scheduler.submit([NewJob(kind: "other", payload: []), Self.bytes.job([])])
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(60), scheduler) { runs.count == 1 }
    }
    let statistics = try await scheduler.statistics()
    #expect(statistics.unknownKinds == ["other": 1])
    #expect(statistics.store.states[.ready] == 1)
  }

  @Test("A retry that the budget cannot pay waits longer instead of ending the job")
  func budget() async throws {
    let isFixed = Switch(false)
    let handler = JobHandler(Self.bytes) { [runs] _, context in
      runs.append(context.id.rawValue)
      if !isFixed.value { throw NetworkFailure(.timeout) }
    }
    let scheduler = scheduler(
      handler,
      interceptors: [.retryWithBackoff(maxAttempts: 25, random: .constant(0.5))],
      budget: RetryBudget(capacity: 0)
    )
    let id = try await scheduler.submit([], as: Self.bytes)
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(15), scheduler) { false }
      #expect(runs.count == 1)
      isFixed.value = true
      _ = try await time.pass(atMost: .seconds(60), scheduler) { runs.count == 2 }
    }
    #expect(try await scheduler.job(id)?.state == .succeeded)
  }

  @Test("Events tell every transition, in order")
  func events() async throws {
    let scheduler = scheduler(recording(NetworkFailure(.timeout)))
    let events = scheduler.events
    let id = try await scheduler.submit([], as: Self.bytes)
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(60), scheduler) {
        try await scheduler.job(id)?.state == .dead
      }
    }
    var states: [JobState] = []
    for await event in events where event.id == id { states.append(event.to) }
    let round: [JobState] = [.running, .waiting, .ready]
    #expect(states == [.ready] + round + round + [.running, .dead])
  }

  @Test("Under a steady stream of high priority a low job runs, after 20 minutes")
  func ageing() async throws {
    let store = store
    let handler = JobHandler(Self.bytes) { [runs, time] payload, context in
      runs.append(context.id.rawValue)
      guard payload.isEmpty, runs.count < 1_000 else { return }
      time.advance(by: .seconds(10))
      _ = try await store.submit([Self.bytes.job([], options: JobOptions(priority: .high))])
    }
    let scheduler = RetryScheduler(
      store: store,
      connectivity: SettableConnectivityManager(),
      handlers: [handler],
      release: ReleaseSettings(limit: 1),
      clocks: time.clocks,
      random: .constant(0.5)
    )
    let low = try await scheduler.submit([1], as: Self.bytes, options: JobOptions(priority: .low))
    _ = try await scheduler.submit([], as: Self.bytes, options: JobOptions(priority: .high))
    try await scheduler.whileRunning {
      try await eventually(within: .seconds(30)) { runs.ids.contains(low.rawValue) }
    }
    let before = try #require(runs.ids.firstIndex(of: low.rawValue))
    #expect((115...125).contains(before), "one each ten seconds")
  }

  @Test("One that always fails does not slow the others of its destination")
  func neighbour() async throws {
    var passed: [Duration] = []
    for hasBadOne in [false, true] {
      let (time, runs) = (SimulatedTime(), Runs())
      let store = MemoryJobStore(clocks: time.clocks)
      let handler = JobHandler(Self.bytes) { payload, context in
        if payload == [1] { throw NetworkFailure(.refused) }
        try await time.clocks.sleep(.milliseconds(100))
        runs.append(context.id.rawValue)
      }
      let scheduler = RetryScheduler(
        store: store,
        connectivity: SettableConnectivityManager(),
        handlers: [handler],
        release: ReleaseSettings(limit: 8),
        clocks: time.clocks,
        random: RandomSource(SeededGenerator(seed: 3))
      )
      let jobs = try (0..<800).map { try Self.bytes.job(hasBadOne && $0 == 0 ? [1] : []) }
      _ = try await scheduler.submit(jobs)
      try await scheduler.whileRunning {
        while runs.count < (hasBadOne ? 799 : 800) {
          time.advance(by: .milliseconds(1))
          try await Task.sleep(for: .microseconds(50))
        }
      }
      passed.append(time.passed)
    }
    #expect(passed[1] < passed[0] * 2)
  }

  @Test("What a retry cost comes back when its job succeeds, and when a closure does")
  func refund() async throws {
    let handler = JobHandler(Self.bytes) { _, context in
      if context.attempt < 3 { throw NetworkFailure(.timeout) }
    }
    let budget = RetryBudget(capacity: 100, transientCost: 14, gain: 1)
    let scheduler = scheduler(handler, budget: budget)
    let id = try await scheduler.submit([], as: Self.bytes)
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
