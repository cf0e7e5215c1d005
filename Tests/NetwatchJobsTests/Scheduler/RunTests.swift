import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("Runs and the store that they are told to", .timeLimit(.minutes(1)))
struct RunTests {
  private static let kind = JobKind(bytes: "work")

  private let time = SimulatedTime()
  private let manager = SettableConnectivityManager()
  private let memory: MemoryJobStore
  private let store: ScriptedStore
  private let started = Switch(0)
  private let ended = Switch(0)
  private let isReleased = Switch(false)

  init() {
    memory = MemoryJobStore(clocks: time.clocks)
    store = ScriptedStore(memory)
  }

  /// A scheduler whose handlers run until they are released or cancelled.
  private func scheduler(
    interceptors: [RetryInterceptor] = [.retryWithBackoff(random: .constant(0.5))],
    settings: SchedulerSettings = SchedulerSettings()
  ) -> RetryScheduler {
    RetryScheduler(
      store: store,
      connectivity: manager,
      handlers: [
        JobHandler(Self.kind) { [started, ended, isReleased] _, _ in
          started.add(1)
          defer { ended.add(1) }
          while !isReleased.value { try await Task.sleep(for: .milliseconds(1)) }
        }
      ],
      interceptors: interceptors,
      settings: settings.simulated(time)
    )
  }

  private func begin(_ scheduler: RetryScheduler, options: JobOptions = JobOptions()) async throws
    -> (id: JobID, run: Task<Void, any Error>)
  {
    let id = try await scheduler.submit([], as: Self.kind, options: options)
    let run = Task { try await scheduler.run() }
    try await eventually(within: .seconds(10)) { started.value == 1 }
    return (id, run)
  }

  @Test(
    "After a suspend longer than the lease a worker's own run is renewed, not taken for vanished"
  )
  func suspend() async throws {
    let scheduler = scheduler()
    // A job that is due makes for a look at the same moment.
    let options = JobOptions(destination: "later", notBefore: .seconds(600))
    _ = try await scheduler.submit([], as: Self.kind, options: options)
    let (id, run) = try await begin(scheduler)
    for _ in 0..<4 {
      let before = time.passed
      time.advance(by: .seconds(3_600))
      try await eventually(within: .seconds(10)) {
        try await memory.job(id)?.remaining == .seconds(30)
      }
      #expect(time.passed == before + .seconds(3_600))
    }
    let job = try #require(await memory.job(id))
    #expect(job.vanished == 0)
    #expect(job.attempt == 1)
    isReleased.value = true
    try await eventually(within: .seconds(10)) { try await memory.job(id)?.state == .succeeded }
    run.cancel()
    _ = await run.result
  }

  @Test("A renewal that failed is told again as soon as the store works")
  func failedRenewal() async throws {
    let scheduler = scheduler()
    let (id, run) = try await begin(scheduler)
    let failures = Switch(0)
    store.before { _ in
      if failures.add(1) <= 2 { throw JobStoreError(.busy, "somebody else writes") }
    }
    time.advance(by: .seconds(10))
    try await eventually(within: .seconds(10)) { failures.value == 1 }
    for _ in 0..<40 {
      time.advance(by: .milliseconds(50))
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(failures.value >= 3)
    #expect(try await memory.job(id)?.remaining ?? .zero > .seconds(27))
    isReleased.value = true
    run.cancel()
    _ = await run.result
  }

  @Test("That a job was revoked is checked: it may have been said of an earlier run")
  func lateRevocation() async throws {
    let scheduler = scheduler()
    let (id, run) = try await begin(scheduler)
    let turns = Switch(0)
    store.before { isTurn in if isTurn { turns.add(1) } }
    store.tell(.revoked(id))
    try await eventually(within: .seconds(10)) { turns.value == 1 }
    isReleased.value = true
    try await eventually(within: .seconds(10)) { try await memory.job(id)?.state == .succeeded }
    run.cancel()
    _ = await run.result
  }

  @Test("Where a job is claimed again by the scheduler that lost it, the older run is cancelled")
  func superseded() async throws {
    let scheduler = scheduler()
    let (id, run) = try await begin(scheduler)
    store.muteRevocations()
    _ = try await memory.cancel(id)
    _ = try await memory.retryNow(id)
    try await eventually(within: .seconds(10)) { started.value == 2 && ended.value == 1 }
    isReleased.value = true
    try await eventually(within: .seconds(10)) { try await memory.job(id)?.state == .succeeded }
    run.cancel()
    _ = await run.result
  }

  @Test("A store that fails for good ends run() and cancels what runs")
  func damaged() async throws {
    let scheduler = scheduler()
    let (_, run) = try await begin(scheduler)
    store.before { _ in throw JobStoreError(.damaged, "it is over") }
    time.advance(by: .seconds(10))
    let error = await #expect(throws: JobStoreError.self) { try await run.value }
    #expect(error?.code == .damaged)
    try await eventually(within: .seconds(10)) { ended.value == 1 }
  }

  @Test("What was claimed while a shutdown began is given back and does not run")
  func claimedLate() async throws {
    let scheduler = scheduler()
    let (entered, mayGo) = (Switch(false), Switch(false))
    store.before { isTurn in
      guard isTurn else { return }
      entered.value = true
      while !mayGo.value { try await Task.sleep(for: .milliseconds(1)) }
    }
    let id = try await scheduler.submit([], as: Self.kind)
    let run = Task { try await scheduler.run() }
    try await eventually(within: .seconds(10)) { entered.value }
    scheduler.beginShutdown(grace: .seconds(60))
    mayGo.value = true
    try await run.value
    #expect(started.value == 0)
    let job = try #require(await memory.job(id))
    #expect(job.state == .ready)
    #expect(job.attempt == 0)
  }

  @Test("A deadline that passes while the report waits for its store makes no hot loop")
  func deadlineOfReport() async throws {
    let scheduler = scheduler()
    let (_, run) = try await begin(scheduler, options: JobOptions(deadline: .seconds(20)))
    let calls = Switch(0)
    store.before { _ in
      calls.add(1)
      throw JobStoreError(.noSpace, "the disk is full")
    }
    isReleased.value = true
    try await eventually(within: .seconds(10)) { calls.value == 1 }
    _ = try await time.pass(atMost: .seconds(300), scheduler) { false }
    let state = scheduler.state.withLock { $0.earliest(nil, after: BootInstant(nanoseconds: 0)) }
    #expect(state == nil, "nothing is waited for but the store")
    #expect(calls.value < 40)
    run.cancel()
    _ = await run.result
  }

  @Test("Interceptors are told of a permanent failure too")
  func permanent() async throws {
    let told = Switch(0)
    let spy = RetryInterceptor(
      id: "spy",
      didComplete: { _ in told.add(1) },
      decide: { _ in .noOpinion("") }
    )
    let scheduler = RetryScheduler(
      store: store,
      connectivity: manager,
      handlers: [JobHandler(Self.kind) { _, _ in throw PermanentJobFailure("gone") }],
      interceptors: [spy],
      settings: SchedulerSettings().simulated(time)
    )
    let id = try await scheduler.submit([], as: Self.kind)
    try await scheduler.whileRunning {
      try await eventually(within: .seconds(10)) { try await memory.job(id)?.state == .dead }
    }
    #expect(told.value == 1)
  }
}
