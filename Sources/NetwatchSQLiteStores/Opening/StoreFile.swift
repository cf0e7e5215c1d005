import Glibc
import NetwatchJobs
import NetwatchSQLite

/// Opens the files of stores, of whatever kind.
enum StoreFile {
  /// How long a transaction that writes waits for another program that does, in milliseconds.
  static let busyTimeout: CInt = 10_000

  /// Does something with a file, and says of which one where SQLite fails.
  static func reportingErrors<Value>(of file: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw JobStoreError(error, of: file)
    }
  }

  /// Opens a connection to a file that is there.
  static func connect(_ path: StorePath) throws -> SQLiteConnection {
    let connection = try SQLiteConnection.open(path.file)
    guard !connection.isReadOnly else {
      throw JobStoreError(.denied, "the store \(path.file) may not be written")
    }
    connection.setBusyTimeout(milliseconds: busyTimeout)
    // Memory is bounded by the cache, and what a burst leaves of the log by the size limit. Nothing in
    // the file is trusted to call functions that could do harm, and cells are checked before they are
    // believed. What is deleted is overwritten, as it may have been a secret: with FAST, pages that
    // held nothing but a payload would keep it.
    try connection.execute(
      """
      PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY; PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = OFF; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
      PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 1000;
      PRAGMA journal_size_limit = 16777216
      """
    )
    return connection
  }

  /// Makes sure that the file is a store, with tables of a version that is known.
  static func prepare(
    _ connection: borrowing SQLiteConnection,
    _ path: StorePath,
    _ schema: StoreSchema
  ) throws {
    // Looked at before anything is changed: the file may be somebody else's.
    try connection.execute("BEGIN")
    let known = try version(of: schema, connection, path)
    try connection.execute("COMMIT")
    try enterLogMode(connection, path)
    for (number, migration) in schema.migrations.enumerated() where number >= known {
      try connection.execute("BEGIN IMMEDIATE")
      // Another process may have done it meanwhile.
      if try version(of: schema, connection, path) == number {
        try connection.execute(migration)
        try connection.execute("PRAGMA application_id = \(StoreSchema.applicationID)")
        try connection.execute(schema.recordVersion(number + 1))
      }
      try connection.execute("COMMIT")
    }
  }

  /// The version of the tables; 0 for a new file.
  ///
  /// In a transaction: what is read must be of one moment.
  private static func version(
    of schema: StoreSchema,
    _ connection: borrowing SQLiteConnection,
    _ path: StorePath
  ) throws -> Int64 {
    let application = try connection.number("PRAGMA application_id")
    let isEmpty = try connection.number("SELECT count(*) FROM sqlite_schema") == 0
    guard application == StoreSchema.applicationID || (application == 0 && isEmpty) else {
      throw JobStoreError(.damaged, "\(path.file) is a database, but not a store")
    }
    let version = try schema.readVersion(connection)
    guard version <= schema.version else {
      throw JobStoreError(
        .newerVersion,
        "the store \(path.file) has version \(version); this program knows \(schema.version)"
      )
    }
    return version
  }

  /// Has changes written to a log of their own (https://www.sqlite.org/wal.html).
  ///
  /// Where several processes make the same new file, SQLite does not wait for the others here.
  private static func enterLogMode(
    _ connection: borrowing SQLiteConnection,
    _ path: StorePath
  ) throws {
    var patience = busyTimeout / 20
    while true {
      do {
        let mode = try connection.statement("PRAGMA journal_mode = WAL").first { $0.text(0) }
        guard mode == "wal" else {
          throw JobStoreError(.failed, "SQLite can't keep a write-ahead log beside \(path.file)")
        }
        return
      } catch let error as SQLiteError where error.kind == .busy && patience > 0 {
        patience -= 1
        usleep(20_000)
      }
    }
  }
}

extension SQLiteConnection {
  /// The whole number that a statement gives; 0 where it gives none.
  borrowing func number(_ sql: StaticString) throws(SQLiteError) -> Int64 {
    try statement(sql).first { $0.integer(0) } ?? 0
  }
}
