import NetwatchSQLite

/// A connection to the file of a store, and what is done through it, all on one thread.
///
/// Everything between ``begin(writing:)`` and ``commit()`` is one transaction. Whatever throws a
/// `JobStoreError` in it has changed nothing; after an error of SQLite nothing of the transaction
/// may stand.
protocol StoreDatabase: AnyObject, SendableMetatype {
  /// Whether the present transaction may write.
  var isWriting: Bool { get }

  /// Begins a transaction; one that writes waits for others that do.
  func begin(writing: Bool) throws(SQLiteError)

  /// Ends the transaction; when it returns, what was written would survive a crash.
  func commit() throws(SQLiteError)

  /// Forgets the transaction.
  func rollback()
}

/// Follows what becomes of a database, on the thread that owns it.
protocol DatabaseWatch: AnyObject {
  /// Readable when another connection may have written.
  var descriptor: CInt { get }

  /// How long to wait for something to happen before the next look, in milliseconds; -1 for ever.
  var patience: CInt { get }

  /// A transaction that writes has begun.
  func writingBegan()

  /// A transaction stands.
  func committed()

  /// There may be something to see that others have written.
  func look()
}
