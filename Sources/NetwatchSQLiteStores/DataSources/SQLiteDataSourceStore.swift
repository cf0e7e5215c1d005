import NetwatchJobs
public import NetwatchDataSources

/// Keeps the values of data sources in an SQLite file, which several processes may use at once.
///
/// ```swift
/// let store = try await SQLiteDataSourceStore.open(path: "/var/lib/app/values.db")
/// let forecast = dataSource { try await api.forecast() } onError: { _ in .keep }
///   .ttl(.seconds(300)).persisted(in: store, as: "forecast").build()
/// ```
///
/// The file may be that of a ``SQLiteJobStore``: the values are in a table of their own, with a version
/// of its own. Of several processes that save under the same key, the last one counts. What was saved
/// is on the disk when the call returns; calls that come together share a transaction.
///
/// A thread of the store's own does the work, and sleeps while there is none; no call blocks its
/// caller's. It ends with ``close()`` or the last reference, after what was asked for.
///
/// Whatever fails leaves what was stored before as it was: a file that is damaged or somebody else's is
/// refused and not touched. After `busy`, `noSpace`, `damaged` and `denied` the store goes on once the
/// reason is gone.
public final class SQLiteDataSourceStore: DataSourceStore {
  private let limits: DataSourceStoreLimits
  private let mailbox: TaskMailbox<ValueDatabase>

  private init(_ limits: DataSourceStoreLimits, _ mailbox: TaskMailbox<ValueDatabase>) {
    self.limits = limits
    self.mailbox = mailbox
  }

  deinit {
    mailbox.close()
  }

  /// Opens a store, and makes it where the file is not there, readable for its owner only.
  ///
  /// - Parameters:
  ///   - path: The file; the folder has to be there. Neither it nor the files beside it that SQLite
  ///     makes, with `-wal` and `-shm` at the end of their names, may be symbolic links.
  ///   - limits: How long keys and how large values may be.
  /// - Returns: The store.
  /// - Throws: ``DataSourceStoreError``: `invalid` for what is not the path of a file, `denied` where
  ///   the file can't be read and written, `damaged` where it is no store, `newerVersion`, `busy`,
  ///   `noSpace`; and `CancellationError`.
  public static func open(
    path: String,
    limits: DataSourceStoreLimits = DataSourceStoreLimits()
  ) async throws -> SQLiteDataSourceStore {
    try await translatingErrors(of: .open) {
      let mailbox = try TaskMailbox<ValueDatabase>(name: path)
      try StoreThread.start { DatabaseLoop(mailbox) { try ValueDatabase.open(path) }.run() }
      do {
        // The file is opened for the first task.
        try await StoreCall(.reading) { _ in }.value(from: mailbox)
      } catch {
        mailbox.close()
        throw error
      }
      return SQLiteDataSourceStore(limits, mailbox)
    }
  }

  /// The value that was saved last under a key; nil where there is none.
  ///
  /// - Throws: ``DataSourceStoreError``, `invalid` for a key that is too long among others;
  ///   `CancellationError`.
  public func load(_ key: String) async throws -> StoredDataSourceValue? {
    try limits.check(key: key, for: .load(key: key))
    return try await call(.load(key: key), .reading) { try $0.load(key) }
  }

  /// Keeps a value under a key, in place of an earlier one; it is on the disk when this returns.
  ///
  /// The moment is kept to the millisecond.
  ///
  /// - Throws: ``DataSourceStoreError``, `invalid` for what breaks a limit among others, and then
  ///   there is what was there before; `CancellationError`, and then it may have been saved or not.
  public func save(_ value: StoredDataSourceValue, for key: String) async throws {
    try limits.check(key: key, for: .save(key: key))
    try limits.check(value.bytes, for: .save(key: key))
    try await call(.save(key: key), .writing) { try $0.save(value, for: key) }
  }

  /// Forgets what is kept under a key, if anything; it writes only where there is something.
  ///
  /// - Throws: As ``save(_:for:)``.
  public func remove(_ key: String) async throws {
    try limits.check(key: key, for: .remove(key: key))
    try await call(.remove(key: key), .writingIf { try $0.hasValue(for: key) }) { database in
      if database.isWriting { try database.remove(key) }
    }
  }

  /// Does what was asked for already, and lets go of the file; later calls throw `closed`.
  public func close() async {
    mailbox.close()
    await mailbox.ended()
  }

  private func call<Value: Sendable>(
    _ operation: DataSourceStoreError.Operation,
    _ access: StoreAccess<ValueDatabase>,
    _ body: @escaping @Sendable (ValueDatabase) throws -> Value
  ) async throws -> Value {
    try await Self.translatingErrors(of: operation) {
      try await StoreCall(access, body).value(from: mailbox)
    }
  }

  private static func translatingErrors<Value>(
    of operation: DataSourceStoreError.Operation,
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as JobStoreError {
      throw DataSourceStoreError(error, operation)
    }
  }
}
