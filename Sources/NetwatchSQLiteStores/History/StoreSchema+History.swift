extension StoreSchema {
  /// The tables of a history.
  static let history = StoreSchema(
    named: "history",
    migrations: [versionTable + historyTables, historyShares, historyWatches]
  )

  /// Times are civil, in microseconds since 1970, and so are the lengths of a probe's steps.
  ///
  /// `kind` is 0 for a state, 1 for a job, 2 for a probe, 3 where events were lost; the columns behind
  /// `time` belong to one kind each, in this order, `reason` to 3 as well. Ids are never given
  /// again: AUTOINCREMENT sees to that. `pruned` in `netwatch_history` is the largest id up to which
  /// events may have been removed.
  ///
  /// A run is a time in which the service was there and its clock was not set; `watched` is how long it
  /// was by the boot clock when its own clock showed `noted`.
  private static let historyTables = """
    CREATE TABLE netwatch_history (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO netwatch_history VALUES ('pruned', 0);
    CREATE TABLE netwatch_runs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      boot TEXT NOT NULL,
      started INTEGER NOT NULL,
      seen INTEGER NOT NULL,
      stopped INTEGER
    );
    CREATE TABLE netwatch_endpoints (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE netwatch_events (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind INTEGER NOT NULL,
      run INTEGER NOT NULL,
      time INTEGER NOT NULL,
      level TEXT, cause TEXT, explanation TEXT, identity TEXT, json BLOB,
      job INTEGER, job_kind TEXT, destination TEXT, owner TEXT, job_from INTEGER, job_to INTEGER,
      reason TEXT,
      endpoint INTEGER, family TEXT, outcome TEXT, verified INTEGER, status INTEGER, location TEXT,
      lookup INTEGER, connect INTEGER, tls INTEGER, first_byte INTEGER, total INTEGER
    );
    CREATE INDEX netwatch_events_states ON netwatch_events (kind) WHERE kind = 0;
    CREATE INDEX netwatch_events_jobs ON netwatch_events (job) WHERE job IS NOT NULL;
    CREATE INDEX netwatch_events_probes ON netwatch_events (time) WHERE kind = 2;
    """

  /// Has the oldest events of each ``HistoryShare`` found, and counted, without those of the other.
  private static let historyShares = """
    CREATE INDEX netwatch_events_shares ON netwatch_events (kind = 1);
    """

  /// Has the age of events told without civil time; from here on there may be events of the kind 4, where
  /// a run was interrupted.
  private static let historyWatches = """
    ALTER TABLE netwatch_runs ADD COLUMN watched INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE netwatch_runs ADD COLUMN noted INTEGER NOT NULL DEFAULT 0;
    UPDATE netwatch_runs SET watched = max(seen - started, 0), noted = seen;
    """
}
