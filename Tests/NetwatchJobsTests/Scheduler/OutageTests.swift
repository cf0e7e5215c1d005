import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("Outages", .timeLimit(.minutes(3)))
struct OutageTests {
  private static let kind = JobKind(bytes: "report")

  @Test(
    "A week without the world behind a living link: nothing is dead, nothing counted, all arrives"
  )
  func week() async throws {
    let (time, isOver, runs) = (SimulatedTime(), Switch(false), Runs())
    let store = MemoryJobStore(clocks: time.clocks)
    let scheduler = RetryScheduler(
      store: store,
      connectivity: SettableConnectivityManager(),
      handlers: [
        JobHandler(Self.kind) { _, context in
          guard isOver.value else { throw NetworkFailure(.connectTimeout) }
          runs.append(context.id.rawValue, attempt: context.attempt)
        }
      ],
      settings: SchedulerSettings().simulated(time, random: RandomSource(SeededGenerator(seed: 7)))
    )
    let jobs = try (0..<1_000).map { try Self.kind.job([UInt8($0 % 256)]) }
    _ = try await scheduler.submit(jobs)
    try await scheduler.whileRunning {
      let week = Duration.seconds(7 * 86_400)
      _ = try await time.pass(atMost: week, scheduler) { false }
      let statistics = try await scheduler.statistics()
      #expect(statistics.store.states[.dead, default: 0] == 0)
      #expect(statistics.store.states[.ready, default: 0] > 900)
      let oldest = try await scheduler.jobs(matching: JobQuery(limit: 1_000))
      #expect(oldest.allSatisfy { $0.attempt == 0 }, "nothing reached a server")
      #expect(oldest.allSatisfy { $0.history.retries.totalRetries == 0 })
      isOver.value = true
      let isDone = try await time.pass(atMost: .seconds(600), scheduler) { runs.count >= 1_000 }
      #expect(isDone)
    }
    #expect(Set(runs.ids).count == 1_000)
    #expect(runs.count == 1_000)
    #expect(runs.all.allSatisfy { $0.attempt == 1 })
  }

  @Test("Connectivity flaps a hundred times over 200,000 parked jobs: no write, no loss, in order")
  func flaps() async throws {
    let (time, runs) = (SimulatedTime(), Runs())
    let (inside, most) = (Switch(0), Switch(0))
    let (store, manager) = (
      CountingStore(MemoryJobStore(clocks: time.clocks)), SettableConnectivityManager()
    )
    manager.set(isAvailable: false)
    let scheduler = RetryScheduler(
      store: store,
      connectivity: manager,
      handlers: [
        JobHandler(Self.kind) { _, context in
          most.raise(to: inside.add(1))
          runs.append(context.id.rawValue)
          inside.add(-1)
        }
      ],
      release: ReleaseSettings(limit: 64, jitter: .seconds(10)),
      settings: SchedulerSettings().simulated(time)
    )
    let jobs = try (0..<200_000).map { _ in try Self.kind.job([]) }
    _ = try await scheduler.submit(jobs)
    try await scheduler.whileRunning {
      await time.quiet(scheduler)
      let before = store.turns
      for _ in 0..<100 {
        try await scheduler.see(manager, isAvailable: true)
        await time.quiet(scheduler)
        try await scheduler.see(manager, isAvailable: false)
        await time.quiet(scheduler)
      }
      #expect(store.turns == before, "a flap is not worth a write")
      #expect(runs.count == 0)
      manager.set(isAvailable: true)
      let isDone = try await time.pass(atMost: .seconds(3_600), scheduler) { runs.count >= 200_000 }
      #expect(isDone)
    }
    #expect(store.claimed == (1...200_000).map { JobID(rawValue: $0) }, "in order, each once")
    #expect(runs.count == 200_000)
    #expect(most.value <= 64)
  }

  @Test("The level limited lets one job go for each step, whose success nobody waits for in vain")
  func canary() async throws {
    let (time, runs) = (SimulatedTime(), Runs())
    let manager = LimitedManager()
    let scheduler = RetryScheduler(
      store: MemoryJobStore(clocks: time.clocks),
      connectivity: manager,
      handlers: [JobHandler(Self.kind) { _, context in runs.append(context.id.rawValue) }],
      settings: SchedulerSettings().simulated(time)
    )
    _ = try await scheduler.submit(try (0..<10).map { _ in try Self.kind.job([]) })
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .milliseconds(7_500), scheduler) { false }
    }
    #expect(runs.ids == [1, 2, 3], "after 1, 3 and 7 seconds")
  }

  @Test("A loss met before it is published parks the job without counting, and without a storm")
  func unpublishedLoss() async throws {
    let (time, runs) = (SimulatedTime(), Runs())
    let manager = SettableConnectivityManager()
    manager.set(isAvailable: true, settled: false)
    let scheduler = RetryScheduler(
      store: MemoryJobStore(clocks: time.clocks),
      connectivity: manager,
      handlers: [
        JobHandler(Self.kind) { _, context in
          runs.append(context.id.rawValue, attempt: context.attempt)
          guard try await manager.settledAvailability() else { throw NetworkFailure(.unreachable) }
        }
      ],
      settings: SchedulerSettings().simulated(time)
    )
    _ = try await scheduler.submit([], as: Self.kind)
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .milliseconds(475), scheduler) { false }
      #expect(runs.count <= 10, "once in 50 ms")
      #expect(runs.all.allSatisfy { $0.attempt == 1 })
      manager.set(isAvailable: true)
      let isDone = try await time.pass(atMost: .seconds(5), scheduler) {
        try await scheduler.statistics().store.states[.succeeded] == 1
      }
      #expect(isDone)
    }
  }

  @Test("The canary of a limited connection that fails counts no attempt, and has one run a step")
  func failingCanary() async throws {
    let (time, runs) = (SimulatedTime(), Runs())
    let scheduler = RetryScheduler(
      store: MemoryJobStore(clocks: time.clocks),
      connectivity: LimitedManager(),
      handlers: [
        JobHandler(Self.kind) { _, context in
          runs.append(context.id.rawValue, attempt: context.attempt)
          throw NetworkFailure(.timeout)
        }
      ],
      settings: SchedulerSettings().simulated(time)
    )
    let id = try await scheduler.submit([], as: Self.kind)
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(120), scheduler) { false }
      #expect(try await scheduler.job(id)?.history.retries.totalRetries == 0)
    }
    #expect(runs.all.allSatisfy { $0.attempt == 1 })
    #expect((4...8).contains(runs.count), "after 1, 3, 7, 15, 31 s, and then every 30 s")
  }

  @Test(
    "A job that needs a route waits for its backoff and not for the internet",
    arguments: [
      JobRequirement.route, .nothing,
    ]
  )
  func route(requirement: JobRequirement) async throws {
    let (time, runs) = (SimulatedTime(), Runs())
    let manager = LimitedManager()
    let scheduler = RetryScheduler(
      store: MemoryJobStore(clocks: time.clocks),
      connectivity: manager,
      handlers: [
        JobHandler(Self.kind) { _, context in
          runs.append(context.id.rawValue)
          throw NetworkFailure(.status(500))
        }
      ],
      settings: SchedulerSettings().simulated(time)
    )
    let options = JobOptions(requirement: requirement)
    let id = try await scheduler.submit([], as: Self.kind, options: options)
    try await scheduler.whileRunning {
      try await eventually(within: .seconds(10)) { runs.count >= 1 }
      try await eventually(within: .seconds(10)) {
        try await scheduler.job(id)?.state == .waiting
      }
      _ = try await time.pass(atMost: .seconds(10), scheduler) { false }
    }
    #expect(runs.count == 5, "at once and after 0.5, 1.5, 3.5 and 7.5 seconds")
  }

  @Test("A job that fails while the monitor ends is not dead")
  func endingMonitor() async throws {
    let store = MemoryJobStore()
    let manager = SettableConnectivityManager()
    let ending = RetryInterceptor(id: "ending") { _ in
      manager.finish()
      throw ConnectivityError(.ended, "the monitor has ended")
    }
    let scheduler = RetryScheduler(
      store: store,
      connectivity: manager,
      handlers: [JobHandler(Self.kind) { _, _ in throw NetworkFailure(.timeout) }],
      interceptors: [ending]
    )
    let id = try await scheduler.submit([], as: Self.kind)
    await #expect(throws: ConnectivityError.self) { try await scheduler.run() }
    #expect(try await store.job(id)?.state == .ready)
  }
}

/// A manager at the level `limited`, which gives leave to try whenever it is asked.
private final class LimitedManager: ConnectivityManagerProtocol {
  private let manager = SettableConnectivityManager(isAvailable: false)

  var isConnectionAssumedAvailable: Bool { false }
  var connectionAssumedAvailable: AsyncStream<Bool> { manager.connectionAssumedAvailable }
  func settledAvailability() async throws -> Bool { false }
  func claimCanary() -> Bool { true }
  func hasRoute(to destination: String) -> Bool { true }
}
