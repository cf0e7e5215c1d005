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
    static let pages: StaticString = "PRAGMA page_count"
    static let freePages: StaticString = "PRAGMA freelist_count"
    static let pageSize: StaticString = "PRAGMA page_size"
    static let bytes: StaticString = """
      SELECT sum(length(payload)) FROM netwatch_jobs WHERE finished IS NOT NULL AND state = ?1
      """
    static let beyondBytes: StaticString = """
      SELECT id FROM (
        SELECT id, finished, sum(length(payload)) OVER (ORDER BY finished DESC, id DESC) AS bytes
        FROM netwatch_jobs WHERE finished IS NOT NULL AND state = ?1)
      WHERE bytes > ?2 ORDER BY finished, id LIMIT ?3
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
    guard old.isEmpty else { return old }
    let beyond = try beyond(state, rule, limit)
    return beyond.isEmpty ? try beyondBytes(state, rule, limit) : beyond
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
      rule.age == .zero ? .max : clock.credibleWall &- rule.age.clampedNanoseconds / 1_000_000,
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

  /// The jobs behind the newest whose payloads are kept.
  private func beyondBytes(
    _ state: JobState,
    _ rule: JobRetention.Rule,
    _ limit: Int
  ) throws(SQLiteError) -> [Int64] {
    guard try mayHold(moreThan: rule.bytes), try bytes(of: state) > rule.bytes else {
      return []
    }
    let statement = try connection.statement(SQL.beyondBytes)
    statement.bind(Int64(state.rawValue), at: 1)
    statement.bind(Int64(rule.bytes), at: 2)
    statement.bind(Int64(limit), at: 3)
    return try statement.all { $0.integer(0) }
  }

  /// Whether the file is so large that there may be more bytes of payloads; nothing is looked at for it.
  private func mayHold(moreThan bytes: Int) throws(SQLiteError) -> Bool {
    let pages = try connection.number(SQL.pages) - connection.number(SQL.freePages)
    let pageSize = try connection.number(SQL.pageSize)
    let (size, overflow) = pages.multipliedReportingOverflow(by: pageSize)
    return overflow || size > Int64(bytes)
  }

  private func bytes(of state: JobState) throws(SQLiteError) -> Int64 {
    let statement = try connection.statement(SQL.bytes)
    statement.bind(Int64(state.rawValue), at: 1)
    return try statement.first { $0.integer(0) } ?? 0
  }
}
