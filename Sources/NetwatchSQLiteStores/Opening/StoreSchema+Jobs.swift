import NetwatchSQLite

extension StoreSchema {
  /// The tables of jobs; the version is that of the file (PRAGMA user_version).
  static let jobs = StoreSchema(
    migrations: [
      tables + indexes + now + outbox(hasOwner: false), owners, shares, removedLanes,
    ],
    readVersion: { connection throws(SQLiteError) in try connection.number("PRAGMA user_version") },
    recordVersion: { "PRAGMA user_version = \($0)" }
  )

  /// Times are milliseconds: `created`, `finished` and `wall` of civil time, all others of the store's
  /// own clock, which no setting of a clock moves.
  private static let tables = """
    CREATE TABLE netwatch_meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE netwatch_totals (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      last INTEGER NOT NULL,
      jobs INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      moving INTEGER NOT NULL
    );
    INSERT INTO netwatch_totals VALUES (1, 0, 0, 0, 0);
    CREATE TABLE netwatch_clocks (
      clock TEXT PRIMARY KEY,
      base INTEGER NOT NULL,
      seen INTEGER NOT NULL,
      wall INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE netwatch_lanes (
      id INTEGER PRIMARY KEY,
      destination TEXT NOT NULL,
      kind TEXT NOT NULL,
      requirement INTEGER NOT NULL,
      urgent INTEGER NOT NULL,
      UNIQUE (destination, kind, requirement, urgent)
    );
    CREATE TABLE netwatch_paces (
      destination TEXT PRIMARY KEY,
      gap INTEGER NOT NULL,
      "window" INTEGER NOT NULL,
      held INTEGER NOT NULL,
      revision INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE netwatch_moves (source TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE netwatch_jobs (
      id INTEGER PRIMARY KEY,
      state INTEGER NOT NULL,
      lane INTEGER NOT NULL,
      rank INTEGER NOT NULL,
      priority INTEGER NOT NULL,
      attempt INTEGER NOT NULL DEFAULT 0,
      vanished INTEGER NOT NULL DEFAULT 0,
      token INTEGER NOT NULL DEFAULT 0,
      until INTEGER,
      deadline INTEGER,
      delay INTEGER,
      time_limit INTEGER,
      finished INTEGER,
      unique_key TEXT,
      run_length INTEGER,
      retries INTEGER,
      proposer TEXT,
      worker TEXT,
      reason TEXT,
      origin TEXT,
      attempts TEXT,
      payload BLOB NOT NULL
    );

    """

  /// A job that was just submitted stands in one of them, in most cases.
  ///
  /// The state, which the condition gives already, is in the first one because SQLite looks it up in
  /// the table otherwise.
  private static let indexes = """
    CREATE INDEX netwatch_ready ON netwatch_jobs (state, lane, rank) WHERE state = 0;
    CREATE INDEX netwatch_timed ON netwatch_jobs (state, until, lane) WHERE until IS NOT NULL;
    CREATE INDEX netwatch_deadlines ON netwatch_jobs (deadline)
      WHERE deadline IS NOT NULL AND state < 2;
    CREATE INDEX netwatch_keys ON netwatch_jobs (unique_key)
      WHERE unique_key IS NOT NULL AND state < 3;
    CREATE INDEX netwatch_finished ON netwatch_jobs (state, finished) WHERE finished IS NOT NULL;

    """
}
