import CSQLite

/// Why SQLite did not do what it was asked for.
package struct SQLiteError: Error, Hashable, Sendable {
  /// The extended result code (https://www.sqlite.org/rescode.html).
  package let code: CInt

  /// The errno of the system call that failed; 0 where none did.
  package let systemCode: CInt

  /// SQLite's own description.
  package let message: String

  /// Creates an error.
  package init(code: CInt, systemCode: CInt = 0, message: String) {
    self.code = code
    self.systemCode = systemCode
    self.message = message
  }

}

extension SQLiteError {
  /// What the codes come to for somebody who does not want to know them.
  package enum Kind: Hashable, Sendable {
    /// Another connection holds the file.
    case busy

    /// There is no space left.
    case full

    /// The file is damaged, or no database.
    case damaged

    /// The file may not be read or written.
    case denied

    /// Anything else.
    case other
  }

  /// The kind of failure.
  package var kind: Kind {
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .full
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .denied
    default: .other
    }
  }

  /// What is said of a file whose content contradicts itself in a way that SQLite can't know of.
  package static func damaged(_ message: String) -> SQLiteError {
    SQLiteError(code: SQLITE_CORRUPT, message: message)
  }
}

extension SQLiteError: CustomStringConvertible {
  /// SQLite's description, and the code.
  package var description: String {
    systemCode == 0
      ? "\(message) (SQLite code \(code))"
      : "\(message) (SQLite code \(code), system error \(systemCode))"
  }
}

/// Makes an error of a result code other than "it went well".
func check(_ status: CInt, of connection: OpaquePointer) throws(SQLiteError) {
  guard status != SQLITE_OK else { return }
  let code = unsafe sqlite3_extended_errcode(connection)
  // The connection knows of the last call that failed, which a misuse is not.
  let isKnown = code & 0xff == status & 0xff
  throw SQLiteError(
    code: isKnown ? code : status,
    systemCode: hasSystemCode(status) ? unsafe sqlite3_system_errno(connection) : 0,
    message: unsafe String(cString: isKnown ? sqlite3_errmsg(connection) : sqlite3_errstr(status))
  )
}

/// Whether a system call stands behind a result code; for the others an old errno is left over.
private func hasSystemCode(_ status: CInt) -> Bool {
  [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_READONLY].contains(status & 0xff)
}
