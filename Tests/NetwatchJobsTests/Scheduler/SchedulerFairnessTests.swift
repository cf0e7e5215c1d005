import NetwatchCore
import NetwatchSystem
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("Jobs that stand in the way of others", .timeLimit(.minutes(1)))
struct SchedulerFairnessTests {
  private let fixture = SchedulerFixture()
  private var time: SimulatedTime { fixture.time }
  private var runs: Runs { fixture.runs }
  private var store: MemoryJobStore { fixture.store }

  @Test("A job whose worker vanishes three times is dead, and the healthy ones behind it run")
  func vanishing() async throws {
    let poison = try await store.submit([JobKind.bytes.job([0])])[0].id
    _ = try await store.submit(try (1...5).map { try JobKind.bytes.job([UInt8($0)]) })
    let lane = try JobKind.bytes.job([]).lane
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
    let scheduler = fixture.scheduler(fixture.recording())
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(1), scheduler) { runs.count == 5 }
    }
    #expect(!runs.ids.contains(poison.rawValue))
    let job = try #require(await scheduler.job(poison))
    #expect(job.state == .dead)
    #expect(job.reason?.contains("vanished") == true)
  }

  @Test("Under a steady stream of high priority a low job runs, after 20 minutes")
  func ageing() async throws {
    let store = store
    let handler = JobHandler(.bytes) { [runs, time] payload, context in
      runs.append(context.id.rawValue)
      guard payload.isEmpty, runs.count < 1_000 else { return }
      time.advance(by: .seconds(10))
      _ = try await store.submit([JobKind.bytes.job([], options: JobOptions(priority: .high))])
    }
    let scheduler = RetryScheduler(
      store: store,
      connectivity: SettableConnectivityManager(),
      handlers: [handler],
      release: ReleaseSettings(limit: 1),
      settings: SchedulerSettings().simulated(time)
    )
    let low = try await scheduler.submit([1], as: .bytes, options: JobOptions(priority: .low))
    _ = try await scheduler.submit([], as: .bytes, options: JobOptions(priority: .high))
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
      let handler = JobHandler(.bytes) { payload, context in
        if payload == [1] { throw NetworkFailure(.refused) }
        try await time.clocks.sleep(.milliseconds(100))
        runs.append(context.id.rawValue)
      }
      let scheduler = RetryScheduler(
        store: store,
        connectivity: SettableConnectivityManager(),
        handlers: [handler],
        release: ReleaseSettings(limit: 8),
        settings: SchedulerSettings().simulated(
          time,
          random: RandomSource(SeededGenerator(seed: 3))
        )
      )
      let jobs = try (0..<800).map { try JobKind.bytes.job(hasBadOne && $0 == 0 ? [1] : []) }
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
}
