import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

/// What is read for those who listen.
extension HistoryDatabase {
  private enum SQL {
    static let pruned: StaticString = "SELECT value FROM netwatch_history WHERE key = 'pruned'"
    static let newest: StaticString = "SELECT max(id) FROM netwatch_events"
    static let find: StaticString = "SELECT 1 FROM netwatch_events WHERE id = ?1"
    static let page: StaticString = """
      SELECT e.id, kind, time, level, cause, explanation, identity, json,
        job, job_kind, destination, owner, job_from, job_to, reason,
        n.name, family, outcome, verified, status, location,
        lookup, connect, tls, first_byte, total
      FROM netwatch_events e LEFT JOIN netwatch_endpoints n ON n.id = e.endpoint
      WHERE e.id > ?1 AND ((?2 >> kind) & 1) ORDER BY e.id LIMIT ?3
      """
    static let lastState: StaticString = """
      SELECT json FROM netwatch_events WHERE kind = 0 ORDER BY id DESC LIMIT 1
      """
    static let job: StaticString = """
      SELECT time, job_from, job_to, reason FROM netwatch_events WHERE job = ?1
      ORDER BY id DESC LIMIT ?2
      """
  }

  /// The largest id up to which events may have been removed.
  func pruned() throws(SQLiteError) -> Int64 { try connection.number(SQL.pruned) }

  /// The largest id of an event that is there, or was.
  func newest() throws(SQLiteError) -> Int64 {
    max(try connection.number(SQL.newest), try pruned())
  }

  /// Events behind an id, the oldest first; nil where it was not an event's, or too many follow.
  func page(after id: Int64, _ request: HistoryPageRequest) throws(SQLiteError) -> HistoryPage? {
    let newest = try newest()
    guard try knows(id), newest - id <= request.reach else { return nil }
    let statement = try connection.statement(SQL.page)
    statement.bind(id, at: 1)
    statement.bind(request.kinds.reduce(0) { $0 | 1 << $1.rawValue }, at: 2)
    statement.bind(Int64(request.limit), at: 3)
    let rows = try statement.all { row throws(SQLiteError) in try HistoryRecord(row) }
    let last = rows.count == request.limit ? rows.last?.id : nil
    return HistoryPage(records: rows, position: last ?? newest)
  }

  /// The newest events, and what goes with them.
  func tail(limit: Int64) throws(SQLiteError) -> HistoryTail {
    let newest = try newest()
    // Fewer where ids were left out.
    let statement = try connection.statement(SQL.page)
    statement.bind(max(newest - limit, try pruned()), at: 1)
    statement.bind(-1, at: 2)
    statement.bind(limit, at: 3)
    return HistoryTail(
      records: try statement.all { row throws(SQLiteError) in try HistoryRecord(row) },
      newest: newest,
      state: try connection.statement(SQL.lastState).first { $0.bytes(0) }
    )
  }

  /// Whether all that came after an id is there.
  private func knows(_ id: Int64) throws(SQLiteError) -> Bool {
    let pruned = try pruned()
    guard id > pruned else { return id == pruned }
    let statement = try connection.statement(SQL.find)
    statement.bind(id, at: 1)
    return try statement.first { _ in true } ?? false
  }

  /// The newest changes of a job, the oldest of them first.
  func transitions(of job: JobID, limit: Int) throws(SQLiteError) -> [TransitionRow] {
    let statement = try connection.statement(SQL.job)
    statement.bind(job.rawValue, at: 1)
    statement.bind(Int64(limit), at: 2)
    return try statement.all { row throws(SQLiteError) in
      TransitionRow(
        time: WallTime(microseconds: row.integer(0)),
        from: row.optionalInteger(1).flatMap { JobState(rawValue: Int8(truncatingIfNeeded: $0)) },
        to: try row.jobState(2),
        reason: row.text(3) ?? ""
      )
    }.reversed()
  }
}
