import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    static let one: StaticString = """
      SELECT jobs.id, jobs.state, jobs.lane, jobs.payload, jobs.priority, jobs.unique_key,
        jobs.delay, jobs.time_limit, jobs.attempt, jobs.vanished, jobs.proposer, jobs.run_length,
        jobs.retries, jobs.attempts, jobs.rank, jobs.until, jobs.finished, jobs.reason, jobs.origin
      FROM netwatch_jobs AS jobs WHERE jobs.id = ?1
      """

    /// The states are bits of a number.
    static let any: StaticString = """
      SELECT jobs.id FROM netwatch_jobs AS jobs
      WHERE jobs.id > ?1 AND (?2 >> jobs.state) & 1 AND (
        (?3 IS NULL AND ?4 IS NULL) OR jobs.lane IN (
          SELECT id FROM netwatch_lanes
          WHERE kind = coalesce(?3, kind) AND destination = coalesce(?4, destination)
        )
      )
      ORDER BY jobs.id LIMIT ?5
      """

    /// The same without those that are ready, which may be a million that need not be looked at.
    static let unready: StaticString = """
      SELECT jobs.id FROM netwatch_jobs AS jobs
      WHERE jobs.id > ?1 AND jobs.id IN (
        SELECT id FROM netwatch_jobs WHERE until IS NOT NULL AND (?2 >> state) & 1
        UNION ALL
        SELECT id FROM netwatch_jobs WHERE finished IS NOT NULL AND (?2 >> state) & 1
      ) AND (
        (?3 IS NULL AND ?4 IS NULL) OR jobs.lane IN (
          SELECT id FROM netwatch_lanes
          WHERE kind = coalesce(?3, kind) AND destination = coalesce(?4, destination)
        )
      )
      ORDER BY jobs.id LIMIT ?5
      """
  }

  /// A job as it stands.
  func job(_ id: JobID) throws -> Job? {
    let statement = try connection.statement(SQL.one)
    statement.bind(id.rawValue, at: 1)
    let now = clock.now
    return try statement.first { row throws(SQLiteError) in try job(row, now: now) }
  }

  /// The jobs that a query names.
  func jobs(matching query: JobQuery) throws -> [Job] {
    try ids(matching: query).compactMap { id in try job(id) }
  }

  private func ids(matching query: JobQuery) throws(SQLiteError) -> [JobID] {
    let states = query.states.isEmpty ? Set(JobState.allCases) : query.states
    let statement = try connection.statement(states.contains(.ready) ? SQL.any : SQL.unready)
    statement.bind(query.after?.rawValue ?? 0, at: 1)
    statement.bind(states.reduce(Int64(0)) { $0 | 1 << Int64($1.rawValue) }, at: 2)
    statement.bind(query.kind, at: 3)
    statement.bind(query.destination, at: 4)
    statement.bind(Int64(min(max(query.limit, 1), 10_000)), at: 5)
    return try statement.all { JobID(rawValue: $0.integer(0)) }
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
      options: JobOptions(
        destination: lane.destination,
        requirement: lane.requirement,
        priority: priority,
        uniqueKey: row.text(5),
        notBefore: row.optionalInteger(6).map { .milliseconds($0) },
        deadline: row.optionalInteger(7).map { .milliseconds($0) }
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
