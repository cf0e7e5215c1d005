import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    static let all: StaticString = """
      SELECT destination, gap, "window", held, revision FROM netwatch_paces
      """
    static let one: StaticString = """
      SELECT destination, gap, "window", held, revision FROM netwatch_paces WHERE destination = ?1
      """
    static let store: StaticString = """
      INSERT INTO netwatch_paces (destination, gap, "window", held, revision)
      SELECT ?1, ?2, ?3, ?4, 1
      WHERE ?5 = 0 OR EXISTS (SELECT 1 FROM netwatch_paces WHERE destination = ?1)
      ON CONFLICT (destination) DO UPDATE
      SET gap = ?2, "window" = ?3, held = ?4, revision = revision + 1 WHERE revision = ?5
      """
  }

  /// The stored paces, by destination.
  func paces(now: Int64) throws(SQLiteError) -> [String: StoredPace] {
    let stored = try connection.statement(SQL.all).all { ($0.text(0) ?? "", StoredPace($0, now)) }
    return Dictionary(stored) { first, _ in first }
  }

  /// The pace of a destination; nil where none is stored.
  func pace(of destination: String, now: Int64) throws(SQLiteError) -> StoredPace? {
    let statement = try connection.statement(SQL.one)
    statement.bind(destination, at: 1)
    return try statement.first { StoredPace($0, now) }
  }

  /// Stores a pace whose revision is that of the stored one.
  ///
  /// - Returns: Whether it was.
  func store(_ pace: StoredPace, of destination: String, now: Int64) throws(SQLiteError) -> Bool {
    let statement = try connection.statement(SQL.store)
    statement.bind(destination, at: 1)
    statement.bind(max(pace.gap, .zero).clampedNanoseconds, at: 2)
    statement.bind(Int64(pace.window), at: 3)
    statement.bind(now &+ max(pace.hold, .zero).storeMilliseconds, at: 4)
    statement.bind(pace.revision, at: 5)
    try statement.run()
    return connection.changes > 0
  }
}

extension StoredPace {
  /// Reads a pace from the columns behind its destination.
  fileprivate init(_ row: SQLiteStatement, _ now: Int64) {
    self.init(
      gap: .nanoseconds(row.integer(1)),
      window: Int(row.integer(2)),
      hold: .milliseconds(max(row.integer(3) &- now, 0)),
      revision: row.integer(4)
    )
  }
}
