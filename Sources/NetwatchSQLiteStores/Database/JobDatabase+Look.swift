import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    static let lanes: StaticString = """
      WITH RECURSIVE ready (lane) AS (
        SELECT min(lane) FROM netwatch_jobs WHERE state = 0
        UNION ALL
        SELECT (SELECT min(lane) FROM netwatch_jobs WHERE state = 0 AND lane > ready.lane)
        FROM ready WHERE ready.lane IS NOT NULL
      )
      SELECT lane FROM ready WHERE lane IS NOT NULL
      """
    static let next: StaticString = """
      SELECT min(moment) FROM (
        SELECT min(until) AS moment FROM netwatch_jobs WHERE until IS NOT NULL AND state = 1
        UNION ALL
        SELECT min(until) FROM netwatch_jobs WHERE until IS NOT NULL AND state = 2
        UNION ALL
        SELECT min(deadline) FROM netwatch_jobs WHERE deadline IS NOT NULL AND state < 2
      )
      """
  }

  /// Whether time has brought something.
  func isAnythingDue() throws -> Bool {
    guard let next = try nextMoment() else { return false }
    return next <= clock.now
  }

  /// Tells what there is to do, and does what time has brought where the transaction may write.
  func look(_ look: StoreLook) throws -> StoreView {
    // A store whose jobs move is no concern of a scheduler's any more.
    guard !totals.isMoving else {
      return StoreView(lanes: [], next: nil, paces: [:], transitions: [])
    }
    let transitions = isWriting ? try passTime(look) : []
    let now = clock.now
    return StoreView(
      lanes: Set(try readyLanes()),
      next: try nextMoment().map { .milliseconds(max($0 &- now, 0)) },
      paces: try paces(now: now),
      transitions: transitions
    )
  }

  private func readyLanes() throws(SQLiteError) -> [JobLane] {
    let ids = try connection.statement(SQL.lanes).all { $0.integer(0) }
    var found: [JobLane] = []
    // One that is not there holds jobs that nobody can have; the others go on.
    for id in ids { if let lane = try knownLane(id) { found.append(lane) } }
    return found
  }

  private func nextMoment() throws(SQLiteError) -> Int64? {
    try connection.statement(SQL.next).first { $0.optionalInteger(0) } ?? nil
  }
}
