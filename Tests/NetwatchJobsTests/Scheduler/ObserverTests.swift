import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("What an observer of a scheduler is told", .timeLimit(.minutes(1)))
struct ObserverTests {
  private let fixture = SchedulerFixture()
  private let told = Switch<[JobTransition]>([])
  private var time: SimulatedTime { fixture.time }

  /// A job of somebody's, to a destination.
  private static func job(
    notBefore: Duration? = nil,
    deadline: Duration? = nil,
    kind: String = "bytes"
  ) -> NewJob {
    let options = JobOptions(
      destination: "d",
      notBefore: notBefore,
      deadline: deadline,
      owner: "1000"
    )
    return NewJob(kind: kind, payload: [], options: options)
  }

  private func observed(_ handler: JobHandler) -> RetryScheduler {
    let scheduler = fixture.scheduler(handler)
    scheduler.observe { [told] transitions in told.change { $0 += transitions } }
    return scheduler
  }

  /// The changes of a job, as `from>to`; all have to name its owner and its destination.
  private func changes(of id: JobID) -> [String] {
    let mine = told.value.filter { $0.id == id }
    #expect(mine.allSatisfy { $0.owner == "1000" && $0.destination == "d" }, "\(mine)")
    return mine.map { "\($0.from.map { "\($0)" } ?? "")>\($0.to)" }
  }

  @Test("A job that fails, waits and dies is told of at each step, and why")
  func everyStep() async throws {
    let scheduler = observed(fixture.recording(NetworkFailure(.timeout)))
    let id = try await scheduler.submit([Self.job()])[0].id
    #expect(changes(of: id) == [">ready"])
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(60), scheduler) {
        try await scheduler.job(id)?.state == .dead
      }
    }
    let round = ["ready>running", "running>waiting", "waiting>ready"]
    #expect(changes(of: id) == [">ready"] + round + round + ["ready>running", "running>dead"])
    let reasons = told.value.filter { $0.from == .running }.map(\.reason)
    #expect(reasons.allSatisfy { !$0.isEmpty }, "\(reasons)")
  }

  @Test("What somebody asks for is told before the call returns, also when nothing runs")
  func requests() async throws {
    let scheduler = observed(fixture.recording())
    let id = try await scheduler.submit([Self.job(notBefore: .seconds(60))])[0].id
    #expect(changes(of: id) == [">waiting"])
    try await scheduler.cancel(id)
    #expect(changes(of: id) == [">waiting", "waiting>cancelled"])
    try await scheduler.retryNow(id)
    #expect(changes(of: id).last == "cancelled>ready")
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(1), scheduler) { fixture.runs.count == 1 }
    }
    #expect(Array(changes(of: id).suffix(2)) == ["ready>running", "running>succeeded"])
    try await scheduler.retryNow(id)
    let late = try await scheduler.submit([Self.job()])[0].id
    #expect(changes(of: late) == [">ready"])
    #expect(changes(of: id).last == "running>succeeded")
  }

  @Test("Nothing is told of a duplicate, nor of a request that changed nothing")
  func nothing() async throws {
    let scheduler = observed(fixture.recording())
    var job = Self.job()
    job.options.uniqueKey = "k"
    let id = try await scheduler.submit([job, job])[0].id
    try await scheduler.cancel(id)
    let count = told.value.count
    try await scheduler.cancel(id)
    try await scheduler.retryNow(JobID(rawValue: 99))
    #expect(told.value.count == count)
    #expect(count == 2)
  }

  @Test("A deadline is told of, whether the job runs or not")
  func deadlines() async throws {
    let scheduler = observed(
      JobHandler(.bytes) { _, _ in try await Task.sleep(for: .seconds(3_600)) }
    )
    let running = try await scheduler.submit([Self.job(deadline: .seconds(30))])[0].id
    let other = Self.job(deadline: .seconds(30), kind: "nobody's")
    let ready = try await scheduler.submit([other])[0].id
    try await scheduler.whileRunning {
      try await eventually(within: .seconds(10)) { changes(of: running).count == 2 }
      time.advance(by: .seconds(31))
      try await eventually(within: .seconds(10)) {
        changes(of: running).count == 3 && changes(of: ready).count == 2
      }
    }
    #expect(changes(of: running).last == "running>dead")
    #expect(changes(of: ready).last == "ready>dead")
    let last = told.value.filter { $0.to == .dead }
    #expect(last.allSatisfy { $0.reason == "the deadline passed" }, "\(last)")
  }

  @Test("A worker that vanished is told of by who finds out")
  func vanished() async throws {
    let id = try await fixture.store.submit([Self.job()])[0].id
    let claim = JobClaim(
      destination: "d",
      lanes: [Self.job().lane],
      limit: 1,
      isExclusive: false,
      paceRevision: 0
    )
    let turn = StoreTurn(worker: "another", lease: .seconds(30), claims: [claim])
    #expect(try await fixture.store.turn(turn).claimed.count == 1)
    let scheduler = observed(fixture.recording())
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(60), scheduler) { fixture.runs.count == 1 }
    }
    #expect(changes(of: id) == ["running>ready", "ready>running", "running>succeeded"])
    #expect(told.value.first?.reason == "worker vanished")
  }

  @Test("A running job that is cancelled is told of once")
  func revoked() async throws {
    let isRunning = Switch(false)
    let scheduler = observed(
      JobHandler(.bytes) { _, _ in
        isRunning.value = true
        try await Task.sleep(for: .seconds(3_600))
      }
    )
    let id = try await scheduler.submit([Self.job()])[0].id
    try await scheduler.whileRunning {
      try await eventually(within: .seconds(10)) { isRunning.value }
      try await scheduler.cancel(id)
      await time.quiet(scheduler)
    }
    #expect(changes(of: id) == [">ready", "ready>running", "running>cancelled"])
  }

  @Test("An observer loses nothing where a stream does")
  func lossless() async throws {
    let scheduler = observed(fixture.recording())
    let events = scheduler.events
    let jobs = Array(repeating: Self.job(), count: 1_500)
    _ = try await scheduler.submit(jobs)
    try await scheduler.whileRunning {
      _ = try await time.pass(atMost: .seconds(3_600), scheduler) {
        fixture.runs.count == jobs.count
      }
    }
    let counts = told.value.reduce(into: [:]) { $0[$1.to, default: 0] += 1 }
    #expect(counts == [.ready: 1_500, .running: 1_500, .succeeded: 1_500])
    var count = 0
    for await _ in events { count += 1 }
    #expect(count == 1_000)
  }

  @Test("An observer may use the scheduler: no lock is held while it is told")
  func unlocked() async throws {
    let scheduler = fixture.scheduler(fixture.recording())
    let seen = Switch(0)
    scheduler.observe { [weak scheduler] transitions in
      _ = scheduler?.events
      scheduler?.beginShutdown(grace: .seconds(1))
      scheduler?.observe { _ in seen.add(100) }
      seen.add(transitions.count)
    }
    _ = try await scheduler.submit([Self.job()])
    _ = try await scheduler.submit([Self.job()])
    #expect(seen.value == 101)
  }
}
