import NetwatchSQLite

extension StoreSchema {
  /// The tables of values of data sources; the version is a row of a table for that.
  static let values = StoreSchema(
    migrations: [valueTables],
    readVersion: { connection throws(SQLiteError) in
      let table: StaticString = "SELECT count(*) FROM sqlite_schema WHERE name = 'netwatch_schemas'"
      guard try connection.number(table) > 0 else { return 0 }
      return try connection.number("SELECT version FROM netwatch_schemas WHERE name = 'values'")
    },
    recordVersion: { "INSERT OR REPLACE INTO netwatch_schemas VALUES ('values', \($0))" }
  )

  /// `fetched_at` is civil time, in milliseconds since 1970.
  private static let valueTables = """
    CREATE TABLE IF NOT EXISTS netwatch_schemas (
      name TEXT PRIMARY KEY,
      version INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE netwatch_values (
      key TEXT PRIMARY KEY,
      value BLOB NOT NULL,
      fetched_at INTEGER NOT NULL
    );
    """
}
