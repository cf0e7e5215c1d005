import NetwatchCore
import NetwatchSystem
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("Deadlines of jobs", .timeLimit(.minutes(1)))
struct SchedulerDeadlineTests {
  private let fixture = SchedulerFixture()
  private var time: SimulatedTime { fixture.time }
  private var runs: Runs { fixture.runs }

  @Test("A deadline cancels the handler that runs, and ends a job that waits")
  func deadline() async throws {
    let wasCancelled = Switch(false)
    let handler = JobHandler(.bytes) { [time] payload, _ in
      guard payload.isEmpty else { throw NetworkFailure(.timeout) }
      do {
        try await time.clocks.sleep(.seconds(1_000))
      } catch {
        wasCancelled.value = true
        throw error
      }
    }
    let scheduler = fixture.scheduler(
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
    let running = try await scheduler.submit([], as: .bytes, options: options)
    let waiting = try await scheduler.submit([1], as: .bytes, options: options)
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
      store: fixture.store,
      connectivity: manager,
      handlers: [fixture.recording()],
      settings: SchedulerSettings().simulated(time)
    )
    try await scheduler.whileRunning {
      await time.quiet(scheduler)
      let options = JobOptions(deadline: .seconds(10))
      let id = try await scheduler.submit([], as: .bytes, options: options)
      let isDead = try await time.pass(atMost: .seconds(10), scheduler) {
        try await scheduler.job(id)?.state == .dead
      }
      #expect(isDead)
    }
    #expect(runs.count == 0)
  }
}
