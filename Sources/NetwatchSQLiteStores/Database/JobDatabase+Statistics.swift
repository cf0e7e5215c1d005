import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    static let ready: StaticString = """
      SELECT 0, lane, count(*), min(id) FROM netwatch_jobs WHERE state = 0 GROUP BY lane
      """
    static let timed: StaticString = """
      SELECT state, lane, count(*), min(id) FROM netwatch_jobs WHERE until IS NOT NULL
      GROUP BY state, lane
      """
    static let finished: StaticString = """
      SELECT state, count(*) FROM netwatch_jobs WHERE finished IS NOT NULL GROUP BY state
      """
    static let rank: StaticString = "SELECT rank, priority FROM netwatch_jobs WHERE id = ?1"
  }

  /// How many jobs of a lane are in a state, and the first of them.
  private struct Group {
    let state: JobState
    let lane: Int64
    let count: Int
    let first: Int64

    init(_ row: SQLiteStatement) {
      state = JobState(row.integer(0))
      lane = row.integer(1)
      count = Int(row.integer(2))
      first = row.integer(3)
    }
  }

  /// Counts what there is, by the indexes alone.
  func statistics() throws -> StoreStatistics {
    let now = clock.now
    let groups =
      try connection.statement(SQL.ready).all(Group.init)
      + connection.statement(SQL.timed).all(Group.init)
    let first = groups.map(\.first).min()
    var statistics = StoreStatistics(
      states: try finishedStates(),
      bytes: totals.bytes,
      kinds: [:],
      destinations: try paces(now: now).mapValues { .init(jobs: 0, pace: $0) },
      oldest: try first.map { id throws(SQLiteError) in try age(of: id) }
    )
    for group in groups {
      let lane = try lane(group.lane)
      statistics.states[group.state, default: 0] += group.count
      statistics.kinds[lane.kind, default: 0] += group.count
      statistics.destinations[lane.destination, default: .init(jobs: 0, pace: nil)].jobs +=
        group.count
    }
    return statistics
  }

  private func finishedStates() throws(SQLiteError) -> [JobState: Int] {
    let counts = try connection.statement(SQL.finished).all { row in
      (JobState(row.integer(0)), Int(row.integer(1)))
    }
    return Dictionary(counts) { $0 + $1 }
  }

  private func age(of id: Int64) throws(SQLiteError) -> Duration {
    let statement = try connection.statement(SQL.rank)
    statement.bind(id, at: 1)
    let created = try statement.first { row in
      let priority = Int8(exactly: row.integer(1)).flatMap(JobPriority.init) ?? .normal
      return row.integer(0) &- priority.rank(created: 0)
    }
    return .milliseconds(max(clock.wall &- (created ?? clock.wall), 0))
  }
}
