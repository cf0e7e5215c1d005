import NetwatchJobs
import NetwatchSQLite

/// What a file counts, in one row that is written once a transaction.
struct StoreTotals: Equatable {
  /// The number of the last job.
  var last: Int64 = 0

  /// How many jobs are not finished.
  var jobs = 0

  /// The bytes of their payloads.
  var bytes = 0

  /// Whether the jobs are being moved to another store.
  var isMoving = false

  /// How often lanes were removed.
  var laneRemovals: Int64 = 0

  /// One more job is not finished.
  mutating func added(bytes: Int) {
    jobs &+= 1
    self.bytes &+= bytes
  }

  /// A job is finished, or gone.
  mutating func removed(bytes: Int) {
    jobs &-= 1
    self.bytes &-= bytes
  }
}

extension JobDatabase {
  private enum SQL {
    static let read: StaticString = """
      SELECT last, jobs, bytes, moving, lane_removals FROM netwatch_totals
      """
    static let write: StaticString = """
      UPDATE netwatch_totals
      SET last = ?1, jobs = ?2, bytes = ?3, moving = ?4, lane_removals = ?5
      WHERE (last, jobs, bytes, moving, lane_removals) <> (?1, ?2, ?3, ?4, ?5)
      """
  }

  func readTotals() throws(SQLiteError) -> StoreTotals {
    let totals = try connection.statement(SQL.read).first { row in
      StoreTotals(
        last: row.integer(0),
        jobs: Int(row.integer(1)),
        bytes: Int(row.integer(2)),
        isMoving: row.integer(3) != 0,
        laneRemovals: row.integer(4)
      )
    }
    guard let totals else { throw SQLiteError.damaged("the totals are missing") }
    return totals
  }

  func writeTotals() throws(SQLiteError) {
    let statement = try connection.statement(SQL.write)
    statement.bind(totals.last, at: 1)
    statement.bind(Int64(totals.jobs), at: 2)
    statement.bind(Int64(totals.bytes), at: 3)
    statement.bind(totals.isMoving ? 1 : 0, at: 4)
    statement.bind(totals.laneRemovals, at: 5)
    try statement.run()
  }

  /// Refuses what must not happen any more once jobs are moved to another store.
  func refuseWhileMoving() throws {
    guard totals.isMoving else { return }
    throw JobStoreError(.closed, "the jobs of the store \(file) are moved to another store")
  }
}
