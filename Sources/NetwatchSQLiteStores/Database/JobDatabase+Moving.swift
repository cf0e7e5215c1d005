import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    static let page: StaticString = """
      SELECT id, lane, payload, priority, unique_key, until, deadline, attempt, vanished,
        proposer, run_length, retries, attempts, rank, origin, state, owner
      FROM netwatch_jobs WHERE id > ?1 AND state < 3 ORDER BY id LIMIT ?2
      """
    static let size: StaticString = """
      SELECT length(payload), state FROM netwatch_jobs WHERE id = ?1
      """
    static let last: StaticString = "SELECT last FROM netwatch_moves WHERE source = ?1"
    static let setLast: StaticString = """
      INSERT INTO netwatch_moves (source, last) VALUES (?1, ?2)
      ON CONFLICT (source) DO UPDATE SET last = ?2
      """
    static let complete: StaticString = """
      UPDATE netwatch_jobs SET attempt = ?2, vanished = ?3, origin = ?4 WHERE id = ?1
      """
  }

  /// Jobs that are not finished, to be stored elsewhere; one that runs is as if its worker had it no
  /// more.
  func exportPage(after: JobID?, limit: Int) throws -> [MovedJob] {
    let statement = try connection.statement(SQL.page)
    statement.bind(after?.rawValue ?? 0, at: 1)
    statement.bind(Int64(max(limit, 0)), at: 2)
    let now = clock.now
    return try statement.all { row throws(SQLiteError) in try moved(row, now: now) }
  }

  private func moved(_ row: SQLiteStatement, now: Int64) throws(SQLiteError) -> MovedJob {
    let id = JobID(rawValue: row.integer(0))
    let lane = try lane(row.integer(1))
    let priority = Int8(exactly: row.integer(3)).flatMap(JobPriority.init) ?? .normal
    let due = JobState(row.integer(15)) == .waiting ? row.optionalInteger(5) : nil
    let options = JobOptions(
      destination: lane.destination,
      requirement: lane.requirement,
      priority: priority,
      uniqueKey: row.text(4),
      notBefore: due.map { .milliseconds(max($0 &- now, 0)) },
      deadline: row.optionalInteger(6).map { .milliseconds(max($0 &- now, 0)) },
      owner: row.text(16)
    )
    return MovedJob(
      id: id,
      job: NewJob(kind: lane.kind, payload: row.bytes(2), options: options),
      attempt: Int(row.integer(7)),
      vanished: Int(row.integer(8)),
      history: JobHistory(row, from: 9),
      created: row.integer(13) &- priority.rank(created: 0),
      idempotencyKey: idempotencyKey(of: id, origin: row.text(14))
    )
  }

  /// Removes jobs that stand elsewhere now.
  func removeMoved(_ ids: [JobID]) throws {
    for id in ids {
      let statement = try connection.statement(SQL.size)
      statement.bind(id.rawValue, at: 1)
      guard let (bytes, state) = try statement.first({ ($0.integer(0), JobState($0.integer(1))) })
      else { continue }
      try remove(id.rawValue)
      if !state.isFinal { totals.removed(bytes: Int(bytes)) }
    }
  }

  /// The last job that came from a store.
  func lastMoved(from source: String) throws -> JobID? {
    let statement = try connection.statement(SQL.last)
    statement.bind(source, at: 1)
    return try statement.first { JobID(rawValue: $0.integer(0)) }
  }

  /// Stores jobs of another store that did not come before; one whose unique key is taken is the job
  /// that has it, as when it is submitted.
  ///
  /// - Returns: How many were stored.
  func importJobs(_ jobs: [MovedJob], from source: String) throws -> Int {
    let last = try lastMoved(from: source)
    let new = jobs.filter { job in last.map { $0 < job.id } ?? true }
    guard let end = new.map(\.id).max() else { return 0 }
    try refuseWhileMoving()
    try checkRoom(for: new.map(\.job))
    var count = 0
    for job in new {
      let receipt = try add(job.job, now: clock.now, created: job.created)
      guard !receipt.isDuplicate else { continue }
      try flushRows()
      try complete(receipt.id, job)
      count += 1
    }
    let statement = try connection.statement(SQL.setLast)
    statement.bind(source, at: 1)
    statement.bind(end.rawValue, at: 2)
    try statement.run()
    return count
  }

  private func complete(_ id: JobID, _ job: MovedJob) throws(SQLiteError) {
    let statement = try connection.statement(SQL.complete)
    statement.bind(id.rawValue, at: 1)
    statement.bind(Int64(job.attempt), at: 2)
    statement.bind(Int64(job.vanished), at: 3)
    statement.bind(job.idempotencyKey, at: 4)
    try statement.run()
    if job.history != JobHistory() { try note(job.history, of: id) }
  }
}
