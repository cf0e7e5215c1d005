import NetwatchSQLite

extension StoreSchema {
  /// Tables whose version is a row of a table for that.
  ///
  /// - Parameters:
  ///   - name: Names the kind of tables in that row.
  ///   - migrations: As for ``migrations``.
  init(named name: String, migrations: [String]) {
    self.init(
      migrations: migrations,
      readVersion: { connection throws(SQLiteError) in
        let table: StaticString =
          "SELECT count(*) FROM sqlite_schema WHERE name = 'netwatch_schemas'"
        guard try connection.number(table) > 0 else { return 0 }
        let version = try connection.statement(
          "SELECT version FROM netwatch_schemas WHERE name = ?1"
        )
        version.bind(name, at: 1)
        return try version.first { $0.integer(0) } ?? 0
      },
      recordVersion: { "INSERT OR REPLACE INTO netwatch_schemas VALUES ('\(name)', \($0))" }
    )
  }

  /// The table of versions, to be made by the first migration of each kind.
  static let versionTable = """
    CREATE TABLE IF NOT EXISTS netwatch_schemas (
      name TEXT PRIMARY KEY,
      version INTEGER NOT NULL
    ) WITHOUT ROWID;
    """
}
