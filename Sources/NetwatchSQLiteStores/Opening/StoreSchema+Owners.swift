extension StoreSchema {
  /// Gives jobs an owner, and keys an index that finished jobs stand in too.
  ///
  /// The table is written anew, because what stands behind a payload can only be read through it. Other
  /// programs go on meanwhile as far as the lock lets them; `legacy_alter_table` keeps their views of the
  /// table as they are.
  static let owners = """
    PRAGMA legacy_alter_table = ON;
    DROP VIEW netwatch_submit;
    DROP INDEX netwatch_ready;
    DROP INDEX netwatch_timed;
    DROP INDEX netwatch_deadlines;
    DROP INDEX netwatch_keys;
    DROP INDEX netwatch_finished;
    ALTER TABLE netwatch_jobs RENAME TO netwatch_jobs_1;
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
      owner TEXT,
      run_length INTEGER,
      retries INTEGER,
      proposer TEXT,
      worker TEXT,
      reason TEXT,
      origin TEXT,
      attempts TEXT,
      payload BLOB NOT NULL
    );
    INSERT INTO netwatch_jobs (\(columns)) SELECT \(columns) FROM netwatch_jobs_1;
    DROP TABLE netwatch_jobs_1;
    PRAGMA legacy_alter_table = OFF;

    CREATE INDEX netwatch_ready ON netwatch_jobs (state, lane, rank) WHERE state = 0;
    CREATE INDEX netwatch_timed ON netwatch_jobs (state, until, lane) WHERE until IS NOT NULL;
    CREATE INDEX netwatch_deadlines ON netwatch_jobs (deadline)
      WHERE deadline IS NOT NULL AND state < 2;
    CREATE INDEX netwatch_keys ON netwatch_jobs (unique_key, state) WHERE unique_key IS NOT NULL;
    CREATE INDEX netwatch_owners ON netwatch_jobs (owner) WHERE owner IS NOT NULL;
    CREATE INDEX netwatch_finished ON netwatch_jobs (state, finished) WHERE finished IS NOT NULL;

    \(outbox(hasOwner: true))
    """

  /// What every job of the first version has.
  private static let columns = """
    id, state, lane, rank, priority, attempt, vanished, token, until, deadline, delay, time_limit,
    finished, unique_key, run_length, retries, proposer, worker, reason, origin, attempts, payload
    """
}
