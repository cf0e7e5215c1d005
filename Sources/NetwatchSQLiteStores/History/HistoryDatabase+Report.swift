import NetwatchCore
import NetwatchSQLite

/// What is read for reports.
extension HistoryDatabase {
  private enum SQL {
    static let runs: StaticString = """
      SELECT id, started, seen, stopped IS NULL FROM netwatch_runs ORDER BY id
      """
    /// The last one may be under way, and was seen to be when it began.
    static let firstRun: StaticString = """
      SELECT min(id) FROM netwatch_runs
      WHERE seen >= ?1 OR id = (SELECT max(id) FROM netwatch_runs)
      """
    static let states: StaticString = """
      SELECT run, time, level, cause, explanation FROM netwatch_events
      WHERE kind = 0 AND id >= coalesce(
        (SELECT max(id) FROM netwatch_events WHERE kind = 0 AND run < ?1), 0)
      ORDER BY id DESC LIMIT ?2
      """
    static let probes: StaticString = """
      SELECT n.name, family, time, outcome = 'success' OR verified, total
      FROM netwatch_events e LEFT JOIN netwatch_endpoints n ON n.id = e.endpoint
      WHERE kind = 2 AND time >= ?1 AND time <= ?2 ORDER BY time, e.id LIMIT ?3
      """
  }

  /// The runs, in their order; the end of the one that is under way is nil.
  func runs() throws(SQLiteError) -> [HistoryRun] {
    let runs = try connection.statement(SQL.runs).all { row in
      (id: row.integer(0), start: row.integer(1), seen: row.integer(2), isOpen: row.integer(3) != 0)
    }
    return runs.map { run in
      // Of several without an end only the last can be under way.
      HistoryRun(
        id: run.id,
        start: run.start,
        end: run.isOpen && run.id == runs.last?.id ? nil : run.seen
      )
    }
  }

  /// The states from a time on, in their order, and the one before them that may have held.
  ///
  /// - Parameters:
  ///   - start: The time.
  ///   - limit: The most; of more, the oldest are left out.
  /// - Returns: The states.
  /// - Throws: `SQLiteError`.
  func states(from start: Int64, limit: Int) throws(SQLiteError) -> [StateRow] {
    let run = try connection.statement(SQL.firstRun)
    run.bind(start, at: 1)
    let first = try run.first { $0.optionalInteger(0) } ?? nil
    let statement = try connection.statement(SQL.states)
    statement.bind(first ?? .max, at: 1)
    statement.bind(Int64(limit), at: 2)
    return try statement.all { row throws(SQLiteError) in
      StateRow(
        run: row.integer(0),
        time: row.integer(1),
        level: try row.word(2),
        cause: try row.word(3),
        explanation: row.text(4) ?? ""
      )
    }.reversed()
  }

  /// Shows each probe of a time, the earliest first.
  func probes(
    from start: Int64,
    to end: Int64,
    limit: Int,
    _ show: (ProbeRow) -> Void
  ) throws(SQLiteError) {
    let statement = try connection.statement(SQL.probes)
    statement.bind(start, at: 1)
    statement.bind(end, at: 2)
    statement.bind(Int64(limit), at: 3)
    _ = try statement.all { row throws(SQLiteError) in
      show(
        ProbeRow(
          endpoint: row.text(0) ?? "",
          family: try row.word(1),
          time: row.integer(2),
          isSuccess: row.integer(3) != 0,
          microseconds: row.integer(4)
        )
      )
    }
  }
}
