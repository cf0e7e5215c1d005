import NetwatchCore
import NetwatchDataSources
import NetwatchSQLite

/// A connection to the file of a store of values, and what is done through it.
final class ValueDatabase {
  private enum SQL {
    static let load: StaticString = "SELECT value, fetched_at FROM netwatch_values WHERE key = ?1"
    static let save: StaticString = """
      INSERT INTO netwatch_values (key, value, fetched_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (key) DO UPDATE SET value = ?2, fetched_at = ?3
      """
    static let find: StaticString = "SELECT 1 FROM netwatch_values WHERE key = ?1"
    static let remove: StaticString = "DELETE FROM netwatch_values WHERE key = ?1"
  }

  private let connection: SQLiteConnection
  private(set) var isWriting = false

  private init(_ connection: consuming SQLiteConnection) {
    self.connection = connection
  }

  /// Opens the file of a store, makes it where it is not there, and brings it up to date.
  ///
  /// - Throws: `JobStoreError`.
  static func open(_ path: String) throws -> ValueDatabase {
    let path = try StorePath.prepare(path, creates: true)
    return try StoreFile.reportingErrors(of: path.file) {
      let connection = try StoreFile.connect(path)
      try StoreFile.prepare(connection, path, .values)
      return ValueDatabase(connection)
    }
  }
}

extension ValueDatabase: StoreDatabase {
  func begin(writing: Bool) throws(SQLiteError) {
    try connection.begin(writing: writing)
    isWriting = writing
  }

  func commit() throws(SQLiteError) {
    try connection.commit()
    isWriting = false
  }

  func rollback() {
    isWriting = false
    connection.rollback()
  }
}

extension ValueDatabase {
  func load(_ key: String) throws(SQLiteError) -> StoredDataSourceValue? {
    let statement = try connection.statement(SQL.load)
    statement.bind(key, at: 1)
    return try statement.first { row in
      StoredDataSourceValue(
        bytes: row.bytes(0),
        fetchedAt: WallTime(milliseconds: row.integer(1))
      )
    }
  }

  func save(_ value: StoredDataSourceValue, for key: String) throws(SQLiteError) {
    let statement = try connection.statement(SQL.save)
    statement.bind(key, at: 1)
    statement.bind(value.bytes, at: 2)
    statement.bind(value.fetchedAt.milliseconds, at: 3)
    try statement.run()
  }

  func hasValue(for key: String) throws(SQLiteError) -> Bool {
    let statement = try connection.statement(SQL.find)
    statement.bind(key, at: 1)
    return try statement.first { _ in true } ?? false
  }

  func remove(_ key: String) throws(SQLiteError) {
    let statement = try connection.statement(SQL.remove)
    statement.bind(key, at: 1)
    try statement.run()
  }
}
