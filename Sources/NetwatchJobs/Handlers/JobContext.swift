/// What a handler knows of the run it makes.
///
/// The task of the handler is cancelled when the job is: by somebody, because its lease was lost, at
/// its deadline, or because the scheduler stops.
public struct JobContext: Sendable {
  /// The job and the fencing token of this run.
  public let run: JobRun

  /// The job's number in the store.
  public var id: JobID { run.id }

  /// The fencing token, larger for each later run of the job.
  public var token: Int64 { run.token }

  /// The number of this attempt, the first being 1; runs that cost no attempt are not counted.
  public let attempt: Int

  /// The retries and the failed attempts so far.
  public let history: JobHistory

  /// How long there was until the deadline when the run began; nil where there is none.
  public let deadline: Duration?

  /// What names the job everywhere, and is the same for each attempt: fit for the header
  /// Idempotency-Key.
  public let idempotencyKey: String

  init(_ job: ClaimedJob) {
    run = job.run
    attempt = job.attempt
    history = job.history
    deadline = job.deadline
    idempotencyKey = job.idempotencyKey
  }
}
