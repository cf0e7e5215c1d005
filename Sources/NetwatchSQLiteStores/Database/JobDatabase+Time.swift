import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    static let expired: StaticString = """
      SELECT id, lane, state, length(payload), owner FROM netwatch_jobs
      WHERE deadline IS NOT NULL AND state < 2 AND deadline <= ?1 ORDER BY deadline LIMIT ?2
      """
    static let due: StaticString = """
      SELECT id, lane, state, length(payload), owner FROM netwatch_jobs
      WHERE until IS NOT NULL AND state = 1 AND until <= ?1 ORDER BY until LIMIT ?2
      """
    static let abandoned: StaticString = """
      SELECT id, lane, state, length(payload), owner, attempt, vanished, attempts
      FROM netwatch_jobs
      WHERE until IS NOT NULL AND state = 2 AND until <= ?1 ORDER BY until LIMIT ?2
      """
    static let makeReady: StaticString = """
      UPDATE netwatch_jobs SET state = 0, until = NULL WHERE id = ?1
      """
    static let end: StaticString = """
      UPDATE netwatch_jobs SET state = 4, until = NULL, finished = ?2, reason = ?3 WHERE id = ?1
      """
    static let noteVanished: StaticString = """
      UPDATE netwatch_jobs SET vanished = ?2, attempts = ?3 WHERE id = ?1
      """
  }

  /// A job to which time has brought something.
  private struct Ripe {
    let id: JobID
    let lane: Int64
    let state: JobState
    let bytes: Int
    let owner: String?

    init(_ row: SQLiteStatement) {
      id = JobID(rawValue: row.integer(0))
      lane = row.integer(1)
      state = JobState(row.integer(2))
      bytes = Int(row.integer(3))
      owner = row.text(4)
    }
  }

  /// Does what time has brought, at most as much as a look may: the deadlines first, so that no job
  /// becomes ready that can't be claimed.
  func passTime(_ look: StoreLook) throws -> [JobTransition] {
    let limit = max(look.limit, 0)
    var transitions: [JobTransition] = []
    for job in try ripe(SQL.expired, limit, Ripe.init) {
      transitions.append(try end(job, "the deadline passed"))
    }
    for job in try ripe(SQL.due, limit - transitions.count, Ripe.init) {
      transitions.append(try makeReady(job, ""))
    }
    let abandoned = try ripe(SQL.abandoned, limit - transitions.count) { row in
      (Ripe(row), row.integer(5), row.integer(6), JobAttempts(json: row.text(7)))
    }
    for (job, attempt, vanished, attempts) in abandoned {
      let count = vanished &+ 1
      let isDead = count >= max(look.vanishLimit, 1)
      let often = isDead ? " \(count) \(count == 1 ? "time" : "times") in a row" : ""
      let reason = JobAttempt.vanishedFailure + often
      let record = JobAttempt(
        number: Int(attempt),
        time: clock.wall,
        failure: JobAttempt.vanishedFailure,
        reason: isDead ? reason : "again at once"
      )
      try noteVanished(job.id, count, attempts, record)
      transitions.append(isDead ? try end(job, reason) : try makeReady(job, reason))
    }
    return transitions
  }

  private func ripe<Value>(
    _ sql: StaticString,
    _ limit: Int,
    _ read: (SQLiteStatement) -> Value
  ) throws(SQLiteError) -> [Value] {
    guard limit > 0 else { return [] }
    let statement = try connection.statement(sql)
    statement.bind(clock.now, at: 1)
    statement.bind(Int64(limit), at: 2)
    return try statement.all(read)
  }

  private func makeReady(_ job: Ripe, _ reason: String) throws(SQLiteError) -> JobTransition {
    let statement = try connection.statement(SQL.makeReady)
    statement.bind(job.id.rawValue, at: 1)
    try statement.run()
    return try transition(of: job, to: .ready, reason)
  }

  private func end(_ job: Ripe, _ reason: String) throws(SQLiteError) -> JobTransition {
    let statement = try connection.statement(SQL.end)
    statement.bind(job.id.rawValue, at: 1)
    statement.bind(clock.wall, at: 2)
    statement.bind(reason, at: 3)
    try statement.run()
    totals.removed(bytes: job.bytes)
    return try transition(of: job, to: .dead, reason)
  }

  private func noteVanished(
    _ id: JobID,
    _ count: Int64,
    _ attempts: JobAttempts,
    _ record: JobAttempt
  ) throws(SQLiteError) {
    var attempts = attempts
    attempts.append(record)
    let statement = try connection.statement(SQL.noteVanished)
    statement.bind(id.rawValue, at: 1)
    statement.bind(count, at: 2)
    statement.bind(attempts.json, at: 3)
    try statement.run()
  }

  private func transition(
    of job: Ripe,
    to state: JobState,
    _ reason: String
  ) throws(SQLiteError) -> JobTransition {
    let lane = try lane(job.lane)
    return JobTransition(
      id: job.id,
      kind: lane.kind,
      destination: lane.destination,
      owner: job.owner,
      from: job.state,
      to: state,
      reason: reason
    )
  }
}

extension JobState {
  /// Reads a state; what is none counts as dead, which is kept for inspection.
  init(_ stored: Int64) {
    self = Int8(exactly: stored).flatMap(JobState.init) ?? .dead
  }
}
