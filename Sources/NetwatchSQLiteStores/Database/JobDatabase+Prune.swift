import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  /// The most jobs that are removed in one call.
  private static let pruneLimit = 1_000

  private enum SQL {
    static let more: StaticString = """
      SELECT 1 FROM netwatch_jobs WHERE finished IS NOT NULL AND state = ?1 LIMIT 1 OFFSET ?2
      """
    static let pages: StaticString = "PRAGMA page_count"
    static let freePages: StaticString = "PRAGMA freelist_count"
    static let pageSize: StaticString = "PRAGMA page_size"
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
    // An age of zero keeps nothing, not even what ended after the clock was set back.
    let end =
      rule.age == .zero ? .max : clock.credibleWall &- rule.age.clampedNanoseconds / 1_000_000
    var ids: [Int64] = []
    for owner in try ownersOfFinished(state) where ids.count < limit {
      ids += try firstFinished(state, of: owner, until: end, limit - ids.count)
    }
    return ids
  }

  /// The jobs of those who have more than their share of what is kept.
  private func beyond(
    _ state: JobState,
    _ rule: JobRetention.Rule,
    _ limit: Int
  ) throws(SQLiteError) -> [Int64] {
    let more = try connection.statement(SQL.more)
    more.bind(Int64(state.rawValue), at: 1)
    more.bind(Int64(rule.count), at: 2)
    guard try more.first({ _ in }) != nil else { return [] }
    var ids: [Int64] = []
    for (owner, excess) in try countExcesses(state, rule.count) where ids.count < limit {
      ids += try firstFinished(state, of: owner, until: .max, min(excess, limit - ids.count))
    }
    return ids
  }

  /// The jobs of those who have more than their share of the bytes that are kept.
  private func beyondBytes(
    _ state: JobState,
    _ rule: JobRetention.Rule,
    _ limit: Int
  ) throws(SQLiteError) -> [Int64] {
    guard try mayHold(moreThan: rule.bytes) else { return [] }
    let (owners, level) = try byteExcesses(state, rule.bytes)
    var ids: [Int64] = []
    for owner in owners where ids.count < limit {
      ids += try finished(state, of: owner, beyondBytes: level, limit - ids.count)
    }
    return ids
  }

  /// Whether the file is so large that there may be more bytes of payloads; nothing is looked at for it.
  private func mayHold(moreThan bytes: Int) throws(SQLiteError) -> Bool {
    let pages = try connection.number(SQL.pages) - connection.number(SQL.freePages)
    let pageSize = try connection.number(SQL.pageSize)
    let (size, overflow) = pages.multipliedReportingOverflow(by: pageSize)
    return overflow || size > Int64(bytes)
  }
}
