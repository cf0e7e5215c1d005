import CSQLite

/// A prepared statement, owned by its connection.
@safe package final class SQLiteStatement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer

  /// The first failure to bind a value, which the next step throws.
  private var bindStatus = SQLITE_OK

  init(_ sql: StaticString, of connection: OpaquePointer) throws(SQLiteError) {
    var handle: OpaquePointer?
    let status = sql.withUTF8Buffer { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe sqlite3_prepare_v3(
          connection,
          text.baseAddress,
          CInt(text.count),
          UInt32(SQLITE_PREPARE_PERSISTENT),
          &handle,
          nil
        )
      }
    }
    try unsafe check(status, of: connection)
    guard let handle = unsafe handle else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "a statement without text")
    }
    unsafe (self.handle, self.connection) = unsafe (handle, connection)
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }
}

extension SQLiteStatement {
  /// Binds a whole number; nil is NULL.
  ///
  /// Parameters are counted from 1.
  package func bind(_ value: Int64?, at index: CInt) {
    guard let value else { return bindNull(at: index) }
    note(unsafe sqlite3_bind_int64(handle, index, value))
  }

  /// Binds a text; nil is NULL.
  package func bind(_ value: String?, at index: CInt) {
    guard var value else { return bindNull(at: index) }
    let status = value.withUTF8 { text in
      // An empty text may have no address, which would be NULL.
      guard let base = text.baseAddress else {
        return unsafe netwatch_sqlite_bind_text(handle, index, "", 0)
      }
      return unsafe base.withMemoryRebound(to: CChar.self, capacity: text.count) {
        unsafe netwatch_sqlite_bind_text(handle, index, $0, UInt64(text.count))
      }
    }
    note(status)
  }

  /// Binds bytes.
  package func bind(_ value: [UInt8], at index: CInt) {
    guard !value.isEmpty else { return note(unsafe sqlite3_bind_zeroblob(handle, index, 0)) }
    let status = unsafe value.withUnsafeBytes { bytes in
      unsafe netwatch_sqlite_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
    }
    note(status)
  }

  private func bindNull(at index: CInt) { note(unsafe sqlite3_bind_null(handle, index)) }

  private func note(_ status: CInt) {
    if bindStatus == SQLITE_OK { bindStatus = status }
  }
}

extension SQLiteStatement {
  /// Runs the statement to its end, and drops what it returns.
  package func run() throws(SQLiteError) {
    defer { reset() }
    while try step() {}
  }

  /// Runs the statement to its first row.
  ///
  /// - Parameter read: Reads the row.
  /// - Returns: What it read; nil where there is no row.
  /// - Throws: ``SQLiteError``.
  package func first<Value>(
    _ read: (SQLiteStatement) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value? {
    defer { reset() }
    return try step() ? try read(self) : nil
  }

  /// Runs the statement to its end.
  ///
  /// - Parameter read: Reads a row.
  /// - Returns: What it read.
  /// - Throws: ``SQLiteError``.
  package func all<Value>(
    _ read: (SQLiteStatement) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> [Value] {
    defer { reset() }
    var values: [Value] = []
    while try step() { values.append(try read(self)) }
    return values
  }

  private func step() throws(SQLiteError) -> Bool {
    try unsafe check(bindStatus, of: connection)
    let status = unsafe sqlite3_step(handle)
    if status == SQLITE_ROW { return true }
    if status != SQLITE_DONE { try unsafe check(status, of: connection) }
    return false
  }

  private func reset() {
    bindStatus = SQLITE_OK
    // It repeats the failure of the last step, which was thrown already.
    _ = unsafe sqlite3_reset(handle)
  }
}

extension SQLiteStatement {
  /// A column of the present row as a whole number; 0 for NULL.
  ///
  /// Columns are counted from 0.
  package func integer(_ column: CInt) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  /// A column as a whole number; nil for NULL.
  package func optionalInteger(_ column: CInt) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// A column as text, what is not UTF-8 replaced; nil for NULL.
  package func text(_ column: CInt) -> String? {
    guard let text = unsafe sqlite3_column_text(handle, column) else { return nil }
    let size = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: text, count: size), as: UTF8.self)
  }

  /// A column as bytes; none for NULL.
  package func bytes(_ column: CInt) -> [UInt8] {
    guard let bytes = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let size = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: size))
  }

  private func isNull(_ column: CInt) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }
}
