extension StoreSchema {
  /// The tables of values of data sources.
  static let values = StoreSchema(named: "values", migrations: [versionTable + valueTables])

  /// `fetched_at` is civil time, in milliseconds since 1970.
  private static let valueTables = """
    CREATE TABLE netwatch_values (
      key TEXT PRIMARY KEY,
      value BLOB NOT NULL,
      fetched_at INTEGER NOT NULL
    );
    """
}
