import NetwatchJobs
import NetwatchSQLite
import NetwatchSystem

extension JobDatabase {
  private enum SQL {
    static let meta: StaticString = "SELECT value FROM netwatch_meta WHERE key = ?1"
    static let setMeta: StaticString = """
      INSERT INTO netwatch_meta (key, value) VALUES (?1, ?2)
      ON CONFLICT (key) DO UPDATE SET value = ?2 WHERE value IS NOT ?2
      """
    static let clock: StaticString = """
      SELECT base, wall - seen FROM netwatch_clocks WHERE clock = ?1
      """
    static let latest: StaticString = """
      SELECT max(seen + max(0, ?1 - wall)) FROM netwatch_clocks
      """
    static let addClock: StaticString = """
      INSERT INTO netwatch_clocks (clock, base, seen, wall) VALUES (?1, ?2, ?3, ?4)
      """
    static let dropClocks: StaticString = """
      DELETE FROM netwatch_clocks
      WHERE clock NOT IN (SELECT clock FROM netwatch_clocks ORDER BY seen DESC LIMIT 8)
      """
  }

  /// Writes down what every user of the file has to know: its identity, the limits, and the clock.
  static func adopt(
    _ connection: borrowing SQLiteConnection,
    _ settings: DatabaseSettings
  ) throws(SQLiteError) {
    guard try !isAdopted(connection, settings) else { return }
    try connection.execute("BEGIN IMMEDIATE")
    if try meta("identity", connection) == nil {
      try setMeta("identity", connection) { $0.bind(freshIdentity(), at: 2) }
    }
    for (key, limit) in settings.namedLimits {
      try setMeta(key, connection) { $0.bind(limit, at: 2) }
    }
    if try clock(connection, settings) == nil { try addClock(connection, settings) }
    try connection.execute("COMMIT")
  }

  /// The database over a file that was adopted.
  static func database(
    over connection: consuming SQLiteConnection,
    _ path: StorePath,
    _ settings: DatabaseSettings
  ) throws(SQLiteError) -> JobDatabase {
    guard let identity = try meta("identity", connection),
      let clock = try clock(connection, settings)
    else { throw SQLiteError.damaged("the store's identity or its clock is missing") }
    return JobDatabase(
      connection,
      file: path.file,
      identity: identity,
      limits: settings.limits,
      clock: clock,
      clockName: settings.clockName
    )
  }

  /// Most openings find everything there, and then write nothing.
  private static func isAdopted(
    _ connection: borrowing SQLiteConnection,
    _ settings: DatabaseSettings
  ) throws(SQLiteError) -> Bool {
    for (key, limit) in settings.namedLimits {
      guard try meta(key, connection) == "\(limit)" else { return false }
    }
    return try clock(connection, settings) != nil
  }

  private static func meta(
    _ key: String,
    _ connection: borrowing SQLiteConnection
  ) throws(SQLiteError) -> String? {
    let statement = try connection.statement(SQL.meta)
    statement.bind(key, at: 1)
    return try statement.first { $0.text(0) } ?? nil
  }

  private static func setMeta(
    _ key: String,
    _ connection: borrowing SQLiteConnection,
    _ bind: (SQLiteStatement) -> Void
  ) throws(SQLiteError) {
    let statement = try connection.statement(SQL.setMeta)
    statement.bind(key, at: 1)
    bind(statement)
    try statement.run()
  }

  /// The store's clock as the file knows it; nil where the boot clock is new to it.
  private static func clock(
    _ connection: borrowing SQLiteConnection,
    _ settings: DatabaseSettings
  ) throws(SQLiteError) -> StoreClock? {
    let statement = try connection.statement(SQL.clock)
    statement.bind(settings.clockName, at: 1)
    return try statement.first { row in
      StoreClock(settings.clocks, base: row.integer(0), lead: row.integer(1))
    }
  }

  private static func addClock(
    _ connection: borrowing SQLiteConnection,
    _ settings: DatabaseSettings
  ) throws(SQLiteError) {
    let wall = WallMilliseconds.of(settings.clocks.wall())
    let latest = try connection.statement(SQL.latest)
    latest.bind(wall, at: 1)
    let time = try latest.first { $0.integer(0) } ?? 0
    let statement = try connection.statement(SQL.addClock)
    statement.bind(settings.clockName, at: 1)
    statement.bind(StoreClock.base(settings.clocks, showing: time), at: 2)
    statement.bind(time, at: 3)
    statement.bind(wall, at: 4)
    try statement.run()
    try connection.statement(SQL.dropClocks).run()
  }

  /// 128 bits that nobody else has drawn.
  private static func freshIdentity() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension DatabaseSettings {
  /// The limits as the view for submitting reads them.
  fileprivate var namedLimits: [(String, Int64)] {
    [
      ("limit_jobs", Int64(limits.jobs)), ("limit_bytes", Int64(limits.bytes)),
      ("limit_payload", Int64(limits.payload)),
    ]
  }
}
