import NetwatchJobs
import NetwatchSQLite

/// A job on its way into the table.
struct NewRow {
  let id: JobID
  let lane: Int64
  let job: NewJob

  /// The store's time of its submission.
  let now: Int64

  /// The civil time of its submission.
  let created: Int64
}

extension JobDatabase {
  /// How many rows go into the table with one statement: to open the table and its indexes, as each
  /// statement does, costs as much as a row.
  private static let group = 8

  private enum SQL {
    static let insert: StaticString = """
      INSERT INTO netwatch_jobs (
        id, state, lane, rank, priority, until, deadline, delay, time_limit, unique_key, owner,
        payload
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    static let insertGroup: StaticString = """
      INSERT INTO netwatch_jobs (
        id, state, lane, rank, priority, until, deadline, delay, time_limit, unique_key, owner,
        payload
      ) VALUES
        (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
        (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
        (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
        (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
  }

  /// Puts a row into the table, now or with those that follow; see ``flushRows()``.
  func insert(_ row: NewRow) throws(SQLiteError) {
    rows.append(row)
    guard rows.count == Self.group else { return }
    let statement = try connection.statement(SQL.insertGroup)
    var index: CInt = 0
    for row in rows { bind(row, to: statement, after: &index) }
    rows.removeAll(keepingCapacity: true)
    try statement.run()
  }

  /// Puts those rows into the table that were kept for more to come.
  func flushRows() throws(SQLiteError) {
    guard !rows.isEmpty else { return }
    let statement = try connection.statement(SQL.insert)
    for row in rows {
      var index: CInt = 0
      bind(row, to: statement, after: &index)
      try statement.run()
    }
    rows.removeAll(keepingCapacity: true)
  }

  private func bind(_ row: NewRow, to statement: SQLiteStatement, after index: inout CInt) {
    let options = row.job.options
    let delay = options.notBefore?.storeMilliseconds
    let due = delay.flatMap { $0 > 0 ? row.now &+ $0 : nil }
    let limit = options.deadline?.storeMilliseconds
    statement.bind(row.id.rawValue, at: index + 1)
    statement.bind(due == nil ? 0 : 1, at: index + 2)
    statement.bind(row.lane, at: index + 3)
    statement.bind(options.priority.rank(created: row.created), at: index + 4)
    statement.bind(Int64(options.priority.rawValue), at: index + 5)
    statement.bind(due, at: index + 6)
    statement.bind(limit.map { row.now &+ $0 }, at: index + 7)
    statement.bind(delay, at: index + 8)
    statement.bind(limit, at: index + 9)
    statement.bind(options.uniqueKey, at: index + 10)
    statement.bind(options.owner, at: index + 11)
    statement.bind(row.job.payload, at: index + 12)
    index += 12
  }
}
