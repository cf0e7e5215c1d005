import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("A scheduler", .timeLimit(.minutes(1)))
struct SchedulerTests {
  struct Report: Codable, Hashable, Sendable { var day: Int }

  private static let report = JobKind<Report>("report")

  private let fixture = SchedulerFixture()
  private var time: SimulatedTime { fixture.time }
  private var runs: Runs { fixture.runs }
  private var store: MemoryJobStore { fixture.store }

  @Test("A handler gets the payload that was submitted, its attempt and a key that names the job")
  func payload() async throws {
    let seen = Switch<[(Report, Int, String)]>([])
    let handler = JobHandler(Self.report) { report, context in
      seen.value = [(report, context.attempt, context.idempotencyKey)]
    }
    let scheduler = fixture.scheduler(handler)
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
    let scheduler = fixture.scheduler(JobHandler(Self.report) { _, _ in }, fixture.recording())
    let bad = NewJob(kind: "report", payload: Array("{".utf8))
    let receipts = try await scheduler.submit([bad, JobKind.bytes.job([1])])
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(1), scheduler) { runs.count == 1 }
    }
    let job = try #require(await scheduler.job(receipts[0].id))
    #expect(job.state == .dead)
    #expect(job.reason?.hasPrefix("the payload can't be read") == true)
    #expect(job.history.attempts.records.count == 1)
  }

  @Test("Jobs of kinds without a handler stay, and are counted")
  func unknownKinds() async throws {
    let scheduler = fixture.scheduler(fixture.recording())
    _ = try await scheduler.submit([NewJob(kind: "other", payload: []), JobKind.bytes.job([])])
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(60), scheduler) { runs.count == 1 }
    }
    let statistics = try await scheduler.statistics()
    #expect(statistics.unknownKinds == ["other": 1])
    #expect(statistics.store.states[.ready] == 1)
  }

  @Test("Events tell every transition, in order")
  func events() async throws {
    let scheduler = fixture.scheduler(fixture.recording(NetworkFailure(.timeout)))
    let events = scheduler.events
    let id = try await scheduler.submit([], as: .bytes)
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
}
