import CSQLite

/// An owned connection to a database file.
///
/// It and its statements belong to one thread at a time.
@safe package struct SQLiteConnection: ~Copyable {
  private let handle: OpaquePointer
  private let statements = StatementCache()

  private init(handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    // A statement that is left would keep the file open.
    statements.removeAll()
    unsafe sqlite3_close_v2(handle)
  }

  /// Opens a database file, for reading and writing.
  ///
  /// - Parameter path: The file, which has to be there, in a folder whose path has no symbolic links:
  ///   none is followed.
  /// - Returns: The connection.
  /// - Throws: ``SQLiteError``; a file that is no database is noticed only when it is read.
  package static func open(_ path: String) throws(SQLiteError) -> SQLiteConnection {
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
      | SQLITE_OPEN_EXRESCODE
    let status = unsafe sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle = unsafe handle else {
      throw SQLiteError(code: status, message: "out of memory")
    }
    // SQLite hands out a connection even when opening fails, and it must be closed all the same.
    let connection = unsafe SQLiteConnection(handle: handle)
    try unsafe check(status, of: handle)
    return connection
  }

  /// Runs statements that are not worth keeping, and drops what they return.
  package borrowing func execute(_ sql: String) throws(SQLiteError) {
    try unsafe check(sqlite3_exec(handle, sql, nil, nil, nil), of: handle)
  }

  /// Prepares a statement, which is kept for the next time.
  ///
  /// - Parameter sql: A constant: it is told from others by its address.
  /// - Returns: The statement, with no values bound since its last use but those that were not
  ///   replaced.
  /// - Throws: ``SQLiteError``, where the statement does not fit the schema among others.
  package borrowing func statement(_ sql: StaticString) throws(SQLiteError) -> SQLiteStatement {
    let key = unsafe UInt(bitPattern: sql.utf8Start)
    if let known = statements[key] { return known }
    let statement = try unsafe SQLiteStatement(sql, of: handle)
    statements[key] = statement
    return statement
  }

  /// How long a call waits for another connection that holds the file, before it fails with
  /// SQLITE_BUSY.
  package borrowing func setBusyTimeout(milliseconds: CInt) {
    // It fails for a handle that is none.
    _ = unsafe sqlite3_busy_timeout(handle, milliseconds)
  }

  /// Whether the file was opened for reading only, as SQLite does by itself where it can't be written.
  package var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether a transaction is under way: SQLite ends it by itself after some failures.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// The id of the row that was last inserted; the last one of several.
  package var lastInsertedID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// How many rows the last INSERT, UPDATE or DELETE changed.
  package var changes: Int { Int(unsafe sqlite3_changes64(handle)) }
}

/// The statements of a connection, by the addresses of their texts.
private final class StatementCache {
  private var statements: [UInt: SQLiteStatement] = [:]

  subscript(key: UInt) -> SQLiteStatement? {
    get { statements[key] }
    set { statements[key] = newValue }
  }

  func removeAll() { statements = [:] }
}
