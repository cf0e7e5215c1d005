import NetwatchSQLite

extension SQLiteConnection {
  private enum SQL {
    static let begin: StaticString = "BEGIN"
    static let beginWriting: StaticString = "BEGIN IMMEDIATE"
    static let commit: StaticString = "COMMIT"
    static let rollback: StaticString = "ROLLBACK"
  }

  /// Begins a transaction; one that writes waits for others that do.
  borrowing func begin(writing: Bool) throws(SQLiteError) {
    try statement(writing ? SQL.beginWriting : SQL.begin).run()
  }

  /// Ends the transaction; when it returns, what was written would survive a crash.
  borrowing func commit() throws(SQLiteError) {
    try statement(SQL.commit).run()
  }

  /// Forgets the transaction.
  borrowing func rollback() {
    // After some failures SQLite has done it already; where it can't, the next one fails to begin.
    if isInTransaction { try? statement(SQL.rollback).run() }
  }
}
