import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    static let count: StaticString = "SELECT count(*) FROM netwatch_lanes"

    /// The lane with the largest number stays, so that SQLite, which gives the next one, gives none a
    /// second time.
    static let empty: StaticString = """
      SELECT id FROM netwatch_lanes
      WHERE id < (SELECT max(id) FROM netwatch_lanes)
        AND id NOT IN (SELECT lane FROM netwatch_jobs)
      LIMIT 100000
      """
    static let since: StaticString = "SELECT DISTINCT lane FROM netwatch_jobs WHERE id > ?1"
    static let remove: StaticString = "DELETE FROM netwatch_lanes WHERE id = ?1"
  }

  /// How many lanes there are.
  func laneCount() throws -> Int { Int(try connection.number(SQL.count)) }

  /// The lanes without a job, for which it reads the beginnings of all jobs.
  func emptyLanes() throws -> EmptyLanes {
    let ids = try connection.statement(SQL.empty).all { $0.integer(0) }
    return EmptyLanes(ids: ids, lastJob: totals.last)
  }

  /// Removes those of some lanes that still have no job.
  func remove(_ empty: EmptyLanes) throws {
    let since = try connection.statement(SQL.since)
    since.bind(empty.lastJob, at: 1)
    let used = Set(try since.all { $0.integer(0) })
    let statement = try connection.statement(SQL.remove)
    for id in empty.ids where !used.contains(id) {
      statement.bind(id, at: 1)
      try statement.run()
    }
    totals.laneRemovals &+= 1
    lanes = LaneCache()
  }
}
