import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

/// A change of a job, and when it was.
struct JobChange {
  let transition: JobTransition
  let time: WallTime
}

/// Changes of jobs, of which there are more than of all the rest.
extension HistoryDatabase {
  /// How many the longer statement adds, for a third of what as many shorter ones cost.
  private static let many = 8

  private enum SQL {
    static let addOne: StaticString = """
      INSERT INTO netwatch_events
        (kind, run, time, job, job_kind, destination, owner, job_from, job_to, reason)
      VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    static let addMany: StaticString = """
      INSERT INTO netwatch_events
        (kind, run, time, job, job_kind, destination, owner, job_from, job_to, reason)
      VALUES
        (1, ?, ?, ?, ?, ?, ?, ?, ?, ?), (1, ?, ?, ?, ?, ?, ?, ?, ?, ?),
        (1, ?, ?, ?, ?, ?, ?, ?, ?, ?), (1, ?, ?, ?, ?, ?, ?, ?, ?, ?),
        (1, ?, ?, ?, ?, ?, ?, ?, ?, ?), (1, ?, ?, ?, ?, ?, ?, ?, ?, ?),
        (1, ?, ?, ?, ?, ?, ?, ?, ?, ?), (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
  }

  /// Writes down changes, in the run that is under way.
  ///
  /// - Returns: The events that are new.
  func add(_ changes: [JobChange]) throws(SQLiteError) -> [HistoryRecord] {
    var records: [HistoryRecord] = []
    records.reserveCapacity(changes.count)
    var rest = changes[...]
    while rest.count >= Self.many {
      records += try addMany(rest.prefix(Self.many))
      rest = rest.dropFirst(Self.many)
    }
    for change in rest { records.append(try add(.job(change.transition), at: change.time)) }
    return records
  }

  private func addMany(_ changes: ArraySlice<JobChange>) throws(SQLiteError) -> [HistoryRecord] {
    let statement = try connection.statement(SQL.addMany)
    for (row, change) in changes.enumerated() {
      bind(change.transition, at: change.time, to: statement, from: CInt(row) * 9)
    }
    try statement.run()
    memory.newest = connection.lastInsertedID
    memory.kept[.jobs, default: KeptEvents()].count += changes.count
    // The rows of one statement get ids that follow each other.
    let first = memory.newest - Int64(changes.count) + 1
    return changes.enumerated().map { row, change in
      HistoryRecord(id: first + Int64(row), time: change.time, event: .job(change.transition))
    }
  }

  /// What adds one change.
  func statement(
    _ transition: JobTransition,
    at time: WallTime
  ) throws(SQLiteError) -> SQLiteStatement {
    let statement = try connection.statement(SQL.addOne)
    bind(transition, at: time, to: statement, from: 0)
    return statement
  }

  private func bind(
    _ transition: JobTransition,
    at time: WallTime,
    to statement: SQLiteStatement,
    from column: CInt
  ) {
    statement.bind(memory.run, at: column + 1)
    statement.bind(time.microseconds, at: column + 2)
    statement.bind(transition.id.rawValue, at: column + 3)
    statement.bind(transition.kind, at: column + 4)
    statement.bind(transition.destination, at: column + 5)
    statement.bind(transition.owner, at: column + 6)
    statement.bind(transition.from.map { Int64($0.rawValue) }, at: column + 7)
    statement.bind(Int64(transition.to.rawValue), at: column + 8)
    statement.bind(transition.reason, at: column + 9)
  }
}
