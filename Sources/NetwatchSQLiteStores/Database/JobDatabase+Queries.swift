import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    /// Where it leaves the payload out, SQLite reads no page that holds nothing else.
    static let one: StaticString = """
      SELECT id, state, lane, CASE WHEN length(payload) <= ?2 THEN payload END, priority, unique_key,
        delay, time_limit, attempt, vanished, proposer, run_length, retries, attempts, rank, until,
        finished, reason, origin, owner, length(payload)
      FROM netwatch_jobs WHERE id = ?1
      """
  }

  /// A job as it stands, with its payload where that is no longer than a limit.
  func job(_ id: JobID, payloadLimit: Int) throws -> Job? {
    let statement = try connection.statement(SQL.one)
    statement.bind(id.rawValue, at: 1)
    statement.bind(Int64(payloadLimit), at: 2)
    let now = clock.now
    return try statement.first { row throws(SQLiteError) in try job(row, now: now) }
  }

  /// The jobs that a query names.
  func jobs(matching query: JobQuery) throws -> [Job] {
    try ids(matching: query).compactMap { id in
      try job(id, payloadLimit: query.includesPayloads ? .max : 0)
    }
  }

  private func job(_ row: SQLiteStatement, now: Int64) throws(SQLiteError) -> Job {
    let id = JobID(rawValue: row.integer(0))
    let lane = try lane(row.integer(2))
    let priority = Int8(exactly: row.integer(4)).flatMap(JobPriority.init) ?? .normal
    let created = row.integer(14) &- priority.rank(created: 0)
    return Job(
      id: id,
      kind: lane.kind,
      payload: row.bytes(3),
      payloadBytes: Int(row.integer(20)),
      options: JobOptions(
        destination: lane.destination,
        requirement: lane.requirement,
        priority: priority,
        uniqueKey: row.text(5),
        notBefore: row.optionalInteger(6).map { .milliseconds($0) },
        deadline: row.optionalInteger(7).map { .milliseconds($0) },
        owner: row.text(19)
      ),
      state: JobState(row.integer(1)),
      attempt: Int(row.integer(8)),
      vanished: Int(row.integer(9)),
      history: JobHistory(row, from: 10),
      created: WallMilliseconds.time(created),
      remaining: row.optionalInteger(15).map { .milliseconds(max($0 &- now, 0)) },
      finished: row.optionalInteger(16).map(WallMilliseconds.time),
      reason: row.text(17),
      idempotencyKey: idempotencyKey(of: id, origin: row.text(18))
    )
  }
}
