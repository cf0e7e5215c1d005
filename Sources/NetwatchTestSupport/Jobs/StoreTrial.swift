import NetwatchCore
import NetwatchJobs

/// A store that is tried, with the calls that most cases need in their shortest form.
struct StoreTrial: Sendable {
  static let kind = "mail"
  static let destination = "api.example"

  let store: any JobStore
  let fixture: any StoreFixture

  /// The lane of the jobs that ``submit(_:_:kind:)`` submits.
  static func lane(
    _ kind: String = Self.kind,
    to destination: String = Self.destination,
    _ requirement: JobRequirement = .internet,
    isUrgent: Bool = false
  ) -> JobLane {
    JobLane(
      destination: destination,
      kind: kind,
      requirement: requirement,
      isUrgent: isUrgent
    )
  }

  /// A job with one byte of payload.
  static func job(
    to destination: String = Self.destination,
    kind: String = Self.kind,
    priority: JobPriority = .normal,
    key: String? = nil,
    notBefore: Duration? = nil,
    deadline: Duration? = nil,
    owner: String? = nil
  ) -> NewJob {
    let options = JobOptions(
      destination: destination,
      priority: priority,
      uniqueKey: key,
      notBefore: notBefore,
      deadline: deadline,
      owner: owner
    )
    return NewJob(kind: kind, payload: [1], options: options)
  }

  /// Submits a job, which is by default like any other.
  func submit(_ job: NewJob = Self.job()) async throws -> JobID {
    try await submit([job])[0]
  }

  /// Submits jobs in one call.
  func submit(_ jobs: [NewJob]) async throws -> [JobID] {
    let receipts = try await store.submit(jobs)
    try demand("the number of receipts", receipts.count, is: jobs.count)
    return receipts.map(\.id)
  }

  /// Does what time has brought, until there is no more.
  @discardableResult
  func look(_ look: StoreLook = StoreLook()) async throws -> StoreView {
    var view = try await store.look(look)
    var transitions = view.transitions
    while view.next == .zero, !view.transitions.isEmpty {
      view = try await store.look(look)
      transitions += view.transitions
    }
    view.transitions = transitions
    return view
  }

  /// Moves time forward, and does what it has brought.
  @discardableResult
  func pass(_ duration: Duration, _ look: StoreLook = StoreLook()) async throws -> StoreView {
    try await fixture.advance(by: duration)
    return try await self.look(look)
  }

  /// Takes a turn with a lease of a minute.
  func turn(
    lease: Duration = .seconds(60),
    reports: [JobReport] = [],
    renewals: [JobRun] = [],
    claims: [JobClaim] = [],
    paces: [String: StoredPace] = [:]
  ) async throws -> StoreTurnResult {
    let turn = StoreTurn(
      worker: "conformance",
      lease: lease,
      reports: reports,
      renewals: renewals,
      claims: claims,
      paces: paces
    )
    return try await store.turn(turn)
  }

  /// Claims jobs of one destination, by default one.
  func claim(
    _ limit: Int = 1,
    of lanes: [JobLane] = [Self.lane()],
    isExclusive: Bool = false,
    lease: Duration = .seconds(60)
  ) async throws -> [ClaimedJob] {
    let claim = JobClaim(
      destination: lanes.first?.destination ?? Self.destination,
      lanes: lanes,
      limit: limit,
      isExclusive: isExclusive,
      paceRevision: 0
    )
    return try await turn(lease: lease, claims: [claim]).claimed
  }

  /// Claims a job that has to be there.
  func claimOne(lease: Duration = .seconds(60)) async throws -> ClaimedJob {
    guard let job = try await claim(lease: lease).first else {
      throw ConformanceFailure("a job is ready, and the claim did not get it")
    }
    return job
  }

  /// Reports the end of a run.
  func report(
    _ run: JobRun,
    _ outcome: JobOutcome,
    history: JobHistory? = nil
  ) async throws -> StoreTurnResult {
    try await turn(reports: [JobReport(run: run, outcome: outcome, history: history)])
  }

  /// Submits a job and claims it.
  func run(_ job: NewJob = Self.job()) async throws -> JobRun {
    let id = try await submit(job)
    let claimed = try await claim(of: [job.lane])
    guard let run = claimed.first?.run, run.id == id else {
      throw ConformanceFailure("the only job that is ready was not claimed")
    }
    return run
  }

  /// A job that has to be there.
  func job(_ id: JobID) async throws -> Job {
    guard let job = try await store.job(id) else {
      throw ConformanceFailure("job \(id) is not there")
    }
    return job
  }

  /// The state of a job that has to be there.
  func state(_ id: JobID) async throws -> JobState { try await job(id).state }

  /// Whether two durations differ by no more than the clocks of the fixture allow.
  func isClose(_ found: Duration?, _ expected: Duration) -> Bool {
    guard let found else { return false }
    return found <= expected + .milliseconds(1) && found >= expected - fixture.tolerance
  }
}

/// A duration that may be missing, for sentences.
func text(_ duration: Duration?) -> String { duration.map { "\($0)" } ?? "none" }
