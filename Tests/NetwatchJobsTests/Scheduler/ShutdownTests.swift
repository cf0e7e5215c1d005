import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("How a scheduler and its jobs are stopped", .timeLimit(.minutes(1)))
struct ShutdownTests {
  private static let kind = JobKind(bytes: "work")

  private let store = MemoryJobStore()
  private let manager = SettableConnectivityManager()

  private func scheduler(
    settings: SchedulerSettings = SchedulerSettings(),
    on store: (any JobStore)? = nil,
    _ work: @escaping @Sendable (JobContext) async throws -> Void
  ) -> RetryScheduler {
    RetryScheduler(
      store: store ?? self.store,
      connectivity: manager,
      handlers: [JobHandler(Self.kind) { _, context in try await work(context) }],
      settings: settings
    )
  }

  @Test("Cancelling run() gives the attempts back that were under way")
  func cancelled() async throws {
    let started = Switch(0)
    let scheduler = scheduler { _ in
      started.add(1)
      try await Task.sleep(for: .seconds(60))
    }
    let jobs = try (0..<10).map { _ in try Self.kind.job([]) }
    _ = try await scheduler.submit(jobs)
    let run = Task { try await scheduler.run() }
    try await eventually(within: .seconds(10)) { started.value == 10 }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    let stored = try await store.jobs(matching: JobQuery())
    #expect(stored.map(\.state) == Array(repeating: .ready, count: 10))
    #expect(stored.allSatisfy { $0.attempt == 0 && $0.vanished == 0 })
  }

  @Test("A handler that ignores its cancellation does not hold up the end, and keeps its lease")
  func uncooperative() async throws {
    let (started, isReleased) = (Switch(false), Switch(false))
    let scheduler = scheduler { _ in
      started.value = true
      while !isReleased.value { await Task.yield() }
    }
    let id = try await scheduler.submit([], as: Self.kind)
    let run = Task { try await scheduler.run() }
    try await eventually(within: .seconds(10)) { started.value }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(try await store.job(id)?.state == .running)
    isReleased.value = true
  }

  @Test("A shutdown lets what runs end, and begins nothing more")
  func orderly() async throws {
    let (started, isReleased) = (Switch(0), Switch(false))
    let scheduler = scheduler(settings: SchedulerSettings(concurrency: 2)) { _ in
      started.add(1)
      while !isReleased.value { try await Task.sleep(for: .milliseconds(1)) }
    }
    _ = try await scheduler.submit(try (0..<5).map { _ in try Self.kind.job([]) })
    let run = Task { try await scheduler.run() }
    try await eventually(within: .seconds(10)) { started.value == 2 }
    scheduler.beginShutdown(grace: .seconds(60))
    isReleased.value = true
    try await run.value
    #expect(started.value == 2)
    let states = try await store.statistics().states
    #expect(states[.succeeded] == 2)
    #expect(states[.ready] == 3)
  }

  @Test("After the grace what still runs is cancelled and given back")
  func grace() async throws {
    let started = Switch(false)
    let scheduler = scheduler { _ in
      started.value = true
      try await Task.sleep(for: .seconds(600))
    }
    let id = try await scheduler.submit([], as: Self.kind)
    let run = Task { try await scheduler.run() }
    try await eventually(within: .seconds(10)) { started.value }
    scheduler.beginShutdown(grace: .milliseconds(20))
    try await run.value
    let job = try #require(await store.job(id))
    #expect(job.state == .ready)
    #expect(job.attempt == 0)
  }

  @Test("A job that is cancelled has its handler cancelled, and stays cancelled")
  func cancelledJob() async throws {
    let (started, ended) = (Switch(false), Switch(false))
    let scheduler = scheduler { _ in
      started.value = true
      defer { ended.value = true }
      try await Task.sleep(for: .seconds(600))
    }
    let id = try await scheduler.submit([], as: Self.kind)
    try await scheduler.whileRunning {
      try await eventually(within: .seconds(10)) { started.value }
      #expect(try await scheduler.cancel(id))
      try await eventually(within: .seconds(10)) { ended.value }
      #expect(try await !scheduler.cancel(id))
    }
    #expect(try await store.job(id)?.state == .cancelled)
  }

  @Test("A handler whose lease went to another is cancelled, and its report refused")
  func lostLease() async throws {
    let time = SimulatedTime()
    let store = MemoryJobStore(clocks: time.clocks)
    let (started, ended) = (Switch(0), Switch(0))
    let scheduler = RetryScheduler(
      store: store,
      connectivity: manager,
      handlers: [
        JobHandler(Self.kind) { _, _ in
          started.add(1)
          defer { ended.add(1) }
          try await Task.sleep(for: .seconds(600))
        }
      ],
      settings: SchedulerSettings().simulated(time)
    )
    let id = try await scheduler.submit([], as: Self.kind)
    try await scheduler.whileRunning {
      try await eventually(within: .seconds(10)) { started.value == 1 }
      // Another worker takes the job behind this one's back, as after a long stop of the process.
      _ = try await store.cancel(id)
      _ = try await store.retryNow(id)
      try await eventually(within: .seconds(10)) { ended.value == 1 && started.value == 2 }
    }
    let job = try #require(await store.job(id))
    #expect(job.state == .ready)
  }

  @Test("A lease is renewed for as long as the handler runs")
  func renewal() async throws {
    let time = SimulatedTime()
    let store = MemoryJobStore(clocks: time.clocks)
    let (started, isReleased) = (Switch(0), Switch(false))
    let scheduler = RetryScheduler(
      store: store,
      connectivity: manager,
      handlers: [
        JobHandler(Self.kind) { _, _ in
          started.add(1)
          while !isReleased.value { try await Task.sleep(for: .milliseconds(1)) }
        }
      ],
      settings: SchedulerSettings().simulated(time)
    )
    let id = try await scheduler.submit([], as: Self.kind)
    try await scheduler.whileRunning {
      try await eventually(within: .seconds(10)) { started.value == 1 }
      for _ in 0..<20 {
        time.advance(by: .seconds(10))
        try await eventually(within: .seconds(10)) {
          try await store.job(id)?.remaining ?? .zero > .seconds(20)
        }
      }
      isReleased.value = true
      try await eventually(within: .seconds(10)) { try await store.job(id)?.state == .succeeded }
    }
    #expect(started.value == 1)
    #expect(try await store.job(id)?.attempt == 1)
  }

  @Test("What a store refuses for a while is told again: nothing runs twice, nothing is lost")
  func failingStore() async throws {
    let time = SimulatedTime()
    let store = CountingStore(MemoryJobStore(clocks: time.clocks))
    let (runs, lines) = (Runs(), Switch(0))
    let scheduler = RetryScheduler(
      store: store,
      connectivity: manager,
      handlers: [
        JobHandler(Self.kind) { _, context in
          runs.append(context.id.rawValue)
          store.fail(with: JobStoreError(.noSpace, "the disk is full"))
        }
      ],
      settings: SchedulerSettings(log: { _, _, _ in lines.add(1) }).simulated(time)
    )
    let id = try await scheduler.submit([], as: Self.kind)
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(600), scheduler) { false }
      #expect(runs.count == 1)
      #expect((1...10).contains(lines.value), "few lines for ten minutes of failing")
      store.fail(with: nil)
      let isDone = try await time.pass(atMost: .seconds(60), scheduler) {
        try await scheduler.job(id)?.state == .succeeded
      }
      #expect(isDone)
    }
    #expect(runs.count == 1)
  }

  @Test(
    "A store that cannot work any more ends run() with its error",
    arguments: [JobStoreError.Code.damaged, .newerVersion, .closed]
  )
  func deadStore(code: JobStoreError.Code) async throws {
    let store = CountingStore(MemoryJobStore())
    store.fail(with: JobStoreError(code, "it is over"))
    let scheduler = scheduler(on: store) { _ in }
    let error = await #expect(throws: JobStoreError.self) { try await scheduler.run() }
    #expect(error?.code == code)
  }

  @Test("A scheduler runs once, and ends with the monitor that it depends on")
  func lifecycle() async throws {
    let scheduler = scheduler { _ in }
    let run = Task { try await scheduler.run() }
    try await eventually(within: .seconds(10)) { scheduler.state.withLock { $0.loop != nil } }
    let second = await #expect(throws: SchedulerError.self) { try await scheduler.run() }
    #expect(second?.code == .alreadyRun)
    manager.finish()
    await #expect(throws: ConnectivityError.self) { try await run.value }
  }

  @Test("A shutdown that is begun before run() lets it return at once, and only once")
  func early() async throws {
    let started = Switch(false)
    let scheduler = scheduler { _ in started.value = true }
    _ = try await scheduler.submit([], as: Self.kind)
    scheduler.beginShutdown(grace: .seconds(60))
    try await scheduler.run()
    #expect(!started.value)
    let error = await #expect(throws: SchedulerError.self) { try await scheduler.run() }
    #expect(error?.code == .alreadyRun)
  }

  @Test("Of two shutdowns the earlier end counts", arguments: [[600_000, 20], [20, 600_000]])
  func twice(milliseconds: [Int]) async throws {
    let started = Switch(false)
    let scheduler = scheduler { _ in
      started.value = true
      try await Task.sleep(for: .seconds(600))
    }
    _ = try await scheduler.submit([], as: Self.kind)
    let run = Task { try await scheduler.run() }
    try await eventually(within: .seconds(10)) { started.value }
    for length in milliseconds { scheduler.beginShutdown(grace: .milliseconds(length)) }
    try await run.value
  }

  @Test("Settings that are out of bounds count as the nearest bound, whenever they are set")
  func bounds() {
    var settings = SchedulerSettings(concurrency: 0, lease: .zero, vanishLimit: -1)
    for _ in 0..<2 {
      #expect(settings.concurrency == 1)
      #expect(settings.lease == .seconds(1))
      #expect(settings.vanishLimit == 1)
      (settings.concurrency, settings.lease, settings.vanishLimit) = (.min, .seconds(-1), 0)
    }
    settings.lease = .seconds(Int64.max)
    #expect(settings.lease == .seconds(86_400))
    var query = JobQuery()
    query.limit = .max
    #expect(query.limit == 10_000)
  }
}
