import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    static let find: StaticString = """
      SELECT state, lane, length(payload), unique_key, owner FROM netwatch_jobs WHERE id = ?1
      """
    static let cancel: StaticString = """
      UPDATE netwatch_jobs SET state = 5, until = NULL, finished = ?2 WHERE id = ?1
      """
    static let revive: StaticString = """
      UPDATE netwatch_jobs SET state = 0, until = NULL, vanished = 0 WHERE id = ?1
      """
    static let reviveFinished: StaticString = """
      UPDATE netwatch_jobs SET state = 0, until = NULL, vanished = 0, finished = NULL, reason = NULL,
        proposer = NULL, run_length = NULL, retries = NULL,
        deadline = CASE WHEN deadline > ?2 THEN deadline END
      WHERE id = ?1
      """
  }

  /// A job that somebody wants something of.
  private struct Found {
    let state: JobState
    let lane: Int64
    let bytes: Int
    let key: String?
    let owner: String?
  }

  /// Cancels a job that is not finished.
  func cancel(_ id: JobID) throws -> JobTransition? {
    guard let job = try find(id), !job.state.isFinal else { return nil }
    let statement = try connection.statement(SQL.cancel)
    statement.bind(id.rawValue, at: 1)
    statement.bind(clock.wall, at: 2)
    try statement.run()
    totals.removed(bytes: job.bytes)
    if job.state == .running { changes.revoked(id) }
    return try transition(id, job, to: .cancelled)
  }

  /// Makes a job ready that waits, is dead or was cancelled.
  func retryNow(_ id: JobID) throws -> JobTransition? {
    guard let job = try find(id), [.waiting, .dead, .cancelled].contains(job.state) else {
      return nil
    }
    try refuseWhileMoving()
    let lane = try lane(job.lane)
    if job.state.isFinal { try admitAgain(id, job, lane) }
    let statement = try connection.statement(job.state.isFinal ? SQL.reviveFinished : SQL.revive)
    statement.bind(id.rawValue, at: 1)
    if job.state.isFinal { statement.bind(clock.now, at: 2) }
    try statement.run()
    changes.ready(lane)
    return try transition(id, job, to: .ready)
  }

  /// A finished job counts again, and has its key again.
  private func admitAgain(_ id: JobID, _ job: Found, _ lane: JobLane) throws {
    if let holder = try holder(of: job.key, kind: lane.kind) {
      throw JobStoreError(
        .invalid,
        "job \(id) can't be made ready: job \(holder) has its unique key"
      )
    }
    try limits.check(jobs: totals.jobs &+ 1, bytes: totals.bytes &+ job.bytes)
    totals.added(bytes: job.bytes)
  }

  private func find(_ id: JobID) throws(SQLiteError) -> Found? {
    let statement = try connection.statement(SQL.find)
    statement.bind(id.rawValue, at: 1)
    return try statement.first { row in
      Found(
        state: JobState(row.integer(0)),
        lane: row.integer(1),
        bytes: Int(row.integer(2)),
        key: row.text(3),
        owner: row.text(4)
      )
    }
  }

  private func transition(
    _ id: JobID,
    _ job: Found,
    to state: JobState
  ) throws(SQLiteError) -> JobTransition {
    let lane = try lane(job.lane)
    return JobTransition(
      id: id,
      kind: lane.kind,
      destination: lane.destination,
      owner: job.owner,
      from: job.state,
      to: state
    )
  }
}
