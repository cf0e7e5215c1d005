import NetwatchCore
import NetwatchJobs

extension Statements {
  /// The unfinished jobs after a number.
  func page(after: JobID?, limit: Int) -> Statement {
    jobs(
      matching: JobQuery(states: [.ready, .waiting, .running], after: after, limit: limit)
    )
  }

  /// Stores jobs of another store, which must be in the order of their numbers.
  func importJobs(_ moved: [MovedJob], from source: String) -> Statement {
    var statement = Statement(importSQL)
    statement.add(source.withoutNUL)
    statement.add(array: moved.map(\.id.rawValue))
    add(moved.map(\.job), to: &statement)
    statement.add(array: moved.map { Int32(clamping: $0.attempt) })
    statement.add(array: moved.map { Int32(clamping: $0.vanished) })
    statement.add(array: moved.map(\.created))
    statement.add(array: moved.map { $0.history.retries.lastProposer?.withoutNUL })
    statement.add(array: moved.map { Int64($0.history.retries.runLength) })
    statement.add(array: moved.map { Int64($0.history.retries.totalRetries) })
    statement.add(array: moved.map { $0.history.attempts.json })
    statement.add(array: moved.map(\.idempotencyKey.withoutNUL))
    statement.add(array: moved.map(\.job.options.owner))
    return statement
  }

  func removeMoved(_ ids: [JobID]) -> Statement {
    var statement = Statement(removeSQL)
    statement.add(array: ids.map(\.rawValue))
    return statement
  }

  func lastMoved(from source: String) -> Statement {
    var statement = Statement(lastMovedSQL)
    statement.add(source.withoutNUL)
    return statement
  }
}

extension MovedJob {
  /// Reads a row of the query for jobs; one that runs is as if its worker had it no more.
  init(_ rows: PostgresResult, _ row: Int, identity: String) throws(JobStoreError) {
    let job = try Job(rows, row, identity: identity)
    let age = Duration.microseconds(rows.value(row, 21, as: Int64.self) ?? 0)
    var options = job.options
    options.notBefore = job.state == .waiting ? job.remaining : nil
    options.deadline = options.deadline.map { max($0 - age, .zero) }
    self.init(
      id: job.id,
      job: NewJob(kind: job.kind, payload: job.payload, options: options),
      attempt: job.attempt,
      vanished: job.vanished,
      history: job.history,
      created: job.created.seconds * 1_000 + Int64(job.created.nanoseconds) / 1_000_000,
      idempotencyKey: job.idempotencyKey
    )
  }
}
