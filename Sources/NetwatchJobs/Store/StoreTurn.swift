/// What a worker tells a store, and what it asks for, in one transaction.
public struct StoreTurn: Sendable {
  /// Names the worker, for people who look at what runs.
  public var worker: String

  /// How long a lease lasts from now on.
  public var lease: Duration

  /// How the worker's runs ended.
  public var reports: [JobReport]

  /// The runs whose leases are to last longer.
  public var renewals: [JobRun]

  /// The jobs that it would like to run.
  public var claims: [JobClaim]

  /// The paces that have changed, by destination.
  ///
  /// One is stored, with the next revision, only where the
  /// revision it brings is that of the stored one.
  public var paces: [String: StoredPace]

  /// Creates a turn.
  public init(
    worker: String,
    lease: Duration,
    reports: [JobReport] = [],
    renewals: [JobRun] = [],
    claims: [JobClaim] = [],
    paces: [String: StoredPace] = [:]
  ) {
    self.worker = worker
    self.lease = lease
    self.reports = reports
    self.renewals = renewals
    self.claims = claims
    self.paces = paces
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool {
    reports.isEmpty && renewals.isEmpty && claims.isEmpty && paces.isEmpty
  }
}

/// How a run ended.
public struct JobReport: Sendable {
  /// The run.
  public let run: JobRun

  /// What becomes of the job.
  public let outcome: JobOutcome

  /// What the job has behind it now; nil where nothing was added.
  public let history: JobHistory?

  /// Creates a report.
  public init(run: JobRun, outcome: JobOutcome, history: JobHistory? = nil) {
    self.run = run
    self.outcome = outcome
    self.history = history
  }
}

/// What becomes of a job after a run.
public enum JobOutcome: Hashable, Sendable {
  /// It has succeeded.
  case succeeded

  /// It runs again, after a time or, where that is zero, as soon as it can.
  ///
  /// - isCounted: Whether the run counts as an attempt.
  case again(after: Duration, isCounted: Bool)

  /// It is dead.
  case dead(reason: String)
}

/// Jobs of one destination that a worker would like to run.
public struct JobClaim: Hashable, Sendable {
  /// The destination.
  public let destination: String

  /// The lanes it may take from, all of this destination; the smallest rank goes first, whichever
  /// lane it is in.
  public let lanes: [JobLane]

  /// The most jobs.
  public let limit: Int

  /// Whether nothing is given while another job of the destination runs, wherever that is: for a
  /// canary, and while the destination is closed to one.
  public let isExclusive: Bool

  /// The revision of the pace that the claim was made by; nothing is given where the store has a newer
  /// one, unless this turn itself has stored it.
  public let paceRevision: Int64

  /// Creates a claim.
  public init(
    destination: String,
    lanes: [JobLane],
    limit: Int,
    isExclusive: Bool,
    paceRevision: Int64
  ) {
    self.destination = destination
    self.lanes = lanes
    self.limit = limit
    self.isExclusive = isExclusive
    self.paceRevision = paceRevision
  }
}

/// What a store did in a turn.
public struct StoreTurnResult: Sendable {
  /// The jobs that are the worker's now, by destination and rank.
  public var claimed: [ClaimedJob] = []

  /// The runs among the reports that were refused, and those among the renewals that are not the
  /// worker's any more: cancelled, or given to another after their lease.
  public var lost: [JobRun] = []

  /// The lanes among the claims in which nothing is ready any more; none of a claim that was refused.
  public var drained: [JobLane] = []

  /// The present paces, by destination: of those that the turn stored or tried to, and of those among
  /// the claims that were refused because the pace had changed.
  public var paces: [String: StoredPace] = [:]

  /// Creates the result of a turn in which nothing happened.
  public init() {}
}

/// A job that was given to a worker.
public struct ClaimedJob: Sendable {
  /// The run, which is named in the report.
  public var run: JobRun

  /// Where it was taken from.
  public var lane: JobLane

  /// Whose it is; nil where it is nobody's.
  public var owner: String?

  /// What the handler is given.
  public var payload: [UInt8]

  /// The attempts that count, this one included.
  public var attempt: Int

  /// What the job has behind it.
  public var history: JobHistory

  /// How long until the deadline; nil where there is none.
  public var deadline: Duration?

  /// What names the job everywhere.
  public var idempotencyKey: String

  /// Creates a claimed job.
  public init(
    run: JobRun,
    lane: JobLane,
    owner: String? = nil,
    payload: [UInt8],
    attempt: Int,
    history: JobHistory,
    deadline: Duration?,
    idempotencyKey: String
  ) {
    self.run = run
    self.lane = lane
    self.owner = owner
    self.payload = payload
    self.attempt = attempt
    self.history = history
    self.deadline = deadline
    self.idempotencyKey = idempotencyKey
  }
}
