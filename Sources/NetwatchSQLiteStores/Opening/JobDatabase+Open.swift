import Glibc
import NetwatchJobs
import NetwatchSQLite
import NetwatchSystem

extension JobDatabase {
  /// How long a transaction that writes waits for another program that does.
  static let busyTimeout: CInt = 10_000

  /// Opens the file of a store, makes it where it is not there, and brings it up to date.
  ///
  /// - Throws: ``JobStoreError``.
  static func open(_ settings: DatabaseSettings) throws -> JobDatabase {
    let path = try StorePath.prepare(settings.path, creates: true)
    return try reportingErrors(of: path.file) {
      let connection = try connect(path)
      try prepare(connection, path)
      try adopt(connection, settings)
      return try database(over: connection, path, settings)
    }
  }

  /// Opens the file once more, for long looks at it that nobody shall wait for.
  static func openForReading(_ settings: DatabaseSettings) throws -> JobDatabase {
    let path = try StorePath.prepare(settings.path, creates: false)
    return try reportingErrors(of: path.file) {
      let connection = try connect(path)
      try connection.execute("PRAGMA query_only = ON")
      return try database(over: connection, path, settings)
    }
  }

  private static func reportingErrors<Value>(
    of file: String,
    _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw JobStoreError(error, of: file)
    }
  }

  private static func connect(_ path: StorePath) throws -> SQLiteConnection {
    let connection = try SQLiteConnection.open(path.file)
    guard !connection.isReadOnly else {
      throw JobStoreError(.denied, "the store \(path.file) may not be written")
    }
    connection.setBusyTimeout(milliseconds: busyTimeout)
    // Memory is bounded by the cache, and what a burst leaves of the log by the size limit. Nothing in the file is trusted to call functions that could do
    // harm, and cells are checked before they are believed.
    try connection.execute(
      """
      PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY; PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = OFF; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
      PRAGMA secure_delete = FAST; PRAGMA wal_autocheckpoint = 1000;
      PRAGMA journal_size_limit = 16777216
      """
    )
    return connection
  }

  /// Makes sure that the file is a store, of a version that is known.
  private static func prepare(
    _ connection: borrowing SQLiteConnection,
    _ path: StorePath
  ) throws {
    // Looked at before anything is changed: the file may be somebody else's.
    try connection.execute("BEGIN")
    let known = try version(connection, path)
    try connection.execute("COMMIT")
    try enterLogMode(connection)
    for (number, migration) in StoreSchema.migrations.enumerated() where number >= known {
      try connection.execute("BEGIN IMMEDIATE")
      // Another process may have done it meanwhile.
      if try version(connection, path) == number {
        try connection.execute(migration)
        try connection.execute(
          """
          PRAGMA application_id = \(StoreSchema.applicationID); PRAGMA user_version = \(number + 1)
          """
        )
      }
      try connection.execute("COMMIT")
    }
  }

  /// The version of the schema; 0 for a new file.
  ///
  /// In a transaction: what is read must be of one moment.
  private static func version(
    _ connection: borrowing SQLiteConnection,
    _ path: StorePath
  ) throws -> Int64 {
    let application = try number(connection, "PRAGMA application_id")
    let version = try number(connection, "PRAGMA user_version")
    let isEmpty = try number(connection, "SELECT count(*) FROM sqlite_schema") == 0
    guard application == StoreSchema.applicationID || (application == 0 && isEmpty) else {
      throw JobStoreError(.damaged, "\(path.file) is a database, but not a store of jobs")
    }
    guard version <= StoreSchema.version else {
      throw JobStoreError(
        .newerVersion,
        "the store \(path.file) has version \(version); this program knows \(StoreSchema.version)"
      )
    }
    return version
  }

  /// Has changes written to a log of their own (https://www.sqlite.org/wal.html).
  ///
  /// Where several processes make the same new file, SQLite does not wait for the others here.
  private static func enterLogMode(_ connection: borrowing SQLiteConnection) throws {
    var patience = busyTimeout / 20
    while true {
      do {
        let mode = try connection.statement("PRAGMA journal_mode = WAL").first { $0.text(0) }
        guard mode == "wal" else {
          throw JobStoreError(.failed, "SQLite can't keep a write-ahead log here")
        }
        return
      } catch let error as SQLiteError where error.kind == .busy && patience > 0 {
        patience -= 1
        usleep(20_000)
      }
    }
  }

  private static func number(
    _ connection: borrowing SQLiteConnection,
    _ sql: StaticString
  ) throws(SQLiteError) -> Int64 {
    try connection.statement(sql).first { $0.integer(0) } ?? 0
  }
}
