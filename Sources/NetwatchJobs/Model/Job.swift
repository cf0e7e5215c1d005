public import NetwatchCore

/// A job as it stands in its store, for inspection.
public struct Job: Hashable, Sendable, Identifiable {
  /// Its number in the store.
  public let id: JobID

  /// Names the handler.
  public let kind: String

  /// What the handler is given; empty where it was left out.
  public let payload: [UInt8]

  /// How many bytes the payload has, also where it was left out.
  public let payloadBytes: Int

  /// What the submitter asked for.
  public let options: JobOptions

  /// What it is doing.
  public let state: JobState

  /// The attempts that count, one under way included.
  public let attempt: Int

  /// How many of its runs in a row ended because the worker vanished.
  public let vanished: Int

  /// The retries and the failed attempts.
  public let history: JobHistory

  /// When it was submitted.
  public let created: WallTime

  /// How long until it is due, for a job that waits; how long its lease lasts, for one that runs.
  public let remaining: Duration?

  /// When it ended; nil where it has not.
  public let finished: WallTime?

  /// Why it is dead; nil where it is not.
  public let reason: String?

  /// What names the job everywhere, fit for the header Idempotency-Key.
  ///
  /// It is the same for each attempt, after a restart, and after the job has moved to another store.
  public let idempotencyKey: String

  /// Creates the description of a job; ``payloadBytes`` is the length of the payload unless told.
  public init(
    id: JobID,
    kind: String,
    payload: [UInt8],
    payloadBytes: Int? = nil,
    options: JobOptions,
    state: JobState,
    attempt: Int,
    vanished: Int,
    history: JobHistory,
    created: WallTime,
    remaining: Duration?,
    finished: WallTime?,
    reason: String?,
    idempotencyKey: String
  ) {
    self.id = id
    self.kind = kind
    self.payload = payload
    self.payloadBytes = payloadBytes ?? payload.count
    self.options = options
    self.state = state
    self.attempt = attempt
    self.vanished = vanished
    self.history = history
    self.created = created
    self.remaining = remaining
    self.finished = finished
    self.reason = reason
    self.idempotencyKey = idempotencyKey
  }
}

extension Job {
  /// The lane it belongs to.
  package var lane: JobLane { JobLane(kind: kind, options) }
}
