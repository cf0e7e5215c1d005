import NetwatchCore
import NetwatchSQLite

extension HistoryDatabase {
  /// The most events that are looked at for removal in one transaction, besides as many as it adds.
  private static let pruneStep = 512

  private enum SQL {
    static let oldest: StaticString = """
      SELECT id, run, time FROM netwatch_events WHERE (kind = 1) = ?1 AND id > ?2 ORDER BY id LIMIT ?3
      """
    static let remove: StaticString = """
      DELETE FROM netwatch_events WHERE (kind = 1) = ?1 AND id <= ?2 AND id IS NOT
        (SELECT max(id) FROM netwatch_events WHERE kind = 0 AND id <= ?2)
      """
    static let note: StaticString = "UPDATE netwatch_history SET value = ?1 WHERE key = 'pruned'"
    static let removeRuns: StaticString = """
      DELETE FROM netwatch_runs WHERE id < ?1 AND id IN
        (SELECT id FROM netwatch_runs ORDER BY id LIMIT 16)
      """
  }

  /// Removes some of the events that need not be kept, of each share from the oldest on.
  ///
  /// The last state among them stays: it holds until the next one.
  ///
  /// - Parameter count: How many to look at, besides the usual few.
  /// - Throws: `SQLiteError`.
  func prune(atLeast count: Int) throws(SQLiteError) {
    let horizon = try horizon()
    memory.hasSurplus = false
    for share in HistoryShare.allCases {
      if let last = try lastSuperfluous(share, before: horizon, count + Self.pruneStep) {
        try remove(share, upTo: last)
      }
    }
    if memory.hasSurplus, let horizon { try removeRuns(before: horizon) }
  }

  private func remove(_ share: HistoryShare, upTo last: Int64) throws(SQLiteError) {
    memory.hasSurplus = true
    let remove = try connection.statement(SQL.remove)
    remove.bind(share.rawValue, at: 1)
    remove.bind(last, at: 2)
    try remove.run()
    var kept = memory.kept[share] ?? KeptEvents()
    kept.count -= connection.changes
    kept.position = last
    memory.kept[share] = kept
    // Whoever comes back may have missed an event of either share.
    memory.pruned = max(memory.pruned, last)
    let note = try connection.statement(SQL.note)
    note.bind(memory.pruned, at: 1)
    try note.run()
  }

  private func removeRuns(before horizon: HistoryHorizon) throws(SQLiteError) {
    let runs = try connection.statement(SQL.removeRuns)
    runs.bind(horizon.run, at: 1)
    try runs.run()
  }

  /// The last of the oldest events of a share, without a younger one among them, that need not be kept.
  private func lastSuperfluous(
    _ share: HistoryShare,
    before horizon: HistoryHorizon?,
    _ limit: Int
  ) throws(SQLiteError) -> Int64? {
    let kept = memory.kept[share] ?? KeptEvents()
    let excess = kept.count - retention.value.count(of: share)
    // Most of the time the oldest one says that there is nothing to do.
    for limit in [1, limit] {
      let statement = try connection.statement(SQL.oldest)
      statement.bind(share.rawValue, at: 1)
      statement.bind(kept.position, at: 2)
      statement.bind(Int64(limit), at: 3)
      let rows = try statement.all { row in
        (id: row.integer(0), isOld: horizon?.follows(row.integer(1), row.integer(2)) ?? false)
      }
      let count = rows.enumerated().prefix { $0.offset < excess || $0.element.isOld }.count
      guard count > 0 else { return nil }
      if limit > 1 { return rows[count - 1].id }
    }
    return nil
  }
}
