import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  /// The most jobs that are removed in one call.
  private static let pruneLimit = 1_000

  private enum SQL {
    static let newest: StaticString = """
      SELECT finished, id FROM netwatch_jobs WHERE finished IS NOT NULL AND state = ?1
      ORDER BY finished DESC, id DESC LIMIT 1 OFFSET ?2
      """
    static let old: StaticString = """
      SELECT id FROM netwatch_jobs
      WHERE finished IS NOT NULL AND state = ?1 AND finished <= ?2 ORDER BY finished, id LIMIT ?3
      """
    static let beyond: StaticString = """
      SELECT id FROM netwatch_jobs
      WHERE finished IS NOT NULL AND state = ?1 AND (finished, id) <= (?2, ?3)
      ORDER BY finished, id LIMIT ?4
      """
    static let remove: StaticString = "DELETE FROM netwatch_jobs WHERE id = ?1"
  }

  /// Whether there is a finished job that need not be kept.
  func isAnythingOld(_ retention: JobRetention) throws -> Bool {
    for state in JobState.allCases {
      guard let rule = retention.rule(for: state) else { continue }
      if try !superfluous(state, rule, 1).isEmpty { return true }
    }
    return false
  }

  /// Removes finished jobs that need not be kept.
  ///
  /// - Returns: How many.
  func prune(_ retention: JobRetention) throws -> Int {
    var count = 0
    for state in JobState.allCases {
      guard let rule = retention.rule(for: state) else { continue }
      for id in try superfluous(state, rule, Self.pruneLimit - count) {
        try remove(id)
        count += 1
      }
    }
    return count
  }

  /// Removes a job, whatever it does.
  func remove(_ id: Int64) throws(SQLiteError) {
    let statement = try connection.statement(SQL.remove)
    statement.bind(id, at: 1)
    try statement.run()
  }

  private func superfluous(
    _ state: JobState,
    _ rule: JobRetention.Rule,
    _ limit: Int
  ) throws(SQLiteError) -> [Int64] {
    guard limit > 0 else { return [] }
    let old = try old(state, rule, limit)
    return old.isEmpty ? try beyond(state, rule, limit) : old
  }

  /// The jobs that ended too long ago, whatever their number.
  private func old(
    _ state: JobState,
    _ rule: JobRetention.Rule,
    _ limit: Int
  ) throws(SQLiteError) -> [Int64] {
    let statement = try connection.statement(SQL.old)
    statement.bind(Int64(state.rawValue), at: 1)
    // An age of zero keeps nothing, not even what ended after the clock was set back.
    statement.bind(
      rule.age == .zero ? .max : clock.wall - rule.age.clampedNanoseconds / 1_000_000,
      at: 2
    )
    statement.bind(Int64(limit), at: 3)
    return try statement.all { $0.integer(0) }
  }

  /// The jobs behind the newest that are kept.
  private func beyond(
    _ state: JobState,
    _ rule: JobRetention.Rule,
    _ limit: Int
  ) throws(SQLiteError) -> [Int64] {
    let newest = try connection.statement(SQL.newest)
    newest.bind(Int64(state.rawValue), at: 1)
    newest.bind(Int64(rule.count), at: 2)
    guard let (finished, id) = try newest.first({ ($0.integer(0), $0.integer(1)) }) else {
      return []
    }
    let statement = try connection.statement(SQL.beyond)
    statement.bind(Int64(state.rawValue), at: 1)
    statement.bind(finished, at: 2)
    statement.bind(id, at: 3)
    statement.bind(Int64(limit), at: 4)
    return try statement.all { $0.integer(0) }
  }
}
