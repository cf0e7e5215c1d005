import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("How a scheduler removes finished jobs", .timeLimit(.minutes(1)))
struct SchedulerPruningTests {
  private let fixture = SchedulerFixture()

  @Test("It looks once a minute, and after some seconds again where there were any")
  func intervals() async throws {
    let nothing = JobRetention.Rule(age: .seconds(9_000), count: 0)
    let scheduler = RetryScheduler(
      store: fixture.store,
      connectivity: SettableConnectivityManager(),
      handlers: [fixture.recording()],
      settings: SchedulerSettings(retention: JobRetention(succeeded: nothing))
        .simulated(fixture.time)
    )
    try await scheduler.whileRunning {
      try await finish(1, scheduler)
      #expect(try await isRemoved(within: 59, scheduler) == false)
      #expect(try await isRemoved(within: 60, scheduler))
      try await finish(2, scheduler)
      #expect(try await isRemoved(within: 5, scheduler))
    }
  }

  private func finish(_ number: Int, _ scheduler: RetryScheduler) async throws {
    _ = try await scheduler.submit([], as: .bytes)
    let isDone = try await fixture.time.pass(atMost: .seconds(1), scheduler) {
      try await finished() == 1
    }
    #expect(isDone)
    #expect(fixture.runs.count == number)
  }

  private func isRemoved(within seconds: Int, _ scheduler: RetryScheduler) async throws -> Bool {
    try await fixture.time.pass(atMost: .seconds(seconds), scheduler) { try await finished() == 0 }
  }

  private func finished() async throws -> Int {
    try await fixture.store.statistics().states[.succeeded] ?? 0
  }
}
