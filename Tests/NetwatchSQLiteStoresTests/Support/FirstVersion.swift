/// A file as the first version of the store made it, with jobs in all states that it has to go on with.
enum FirstVersion {
  /// All that makes it, for ``SQLiteShell``; its clock is that of ``ManualStoreClocks``, at its start.
  static let file = schema + rows

  /// The statements that the first version made its tables with.
  static let schema = #"""
    CREATE TABLE netwatch_meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE netwatch_totals (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      last INTEGER NOT NULL,
      jobs INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      moving INTEGER NOT NULL
    );
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
    CREATE INDEX netwatch_ready ON netwatch_jobs (state, lane, rank) WHERE state = 0;
    CREATE INDEX netwatch_timed ON netwatch_jobs (state, until, lane) WHERE until IS NOT NULL;
    CREATE INDEX netwatch_deadlines ON netwatch_jobs (deadline)
      WHERE deadline IS NOT NULL AND state < 2;
    CREATE INDEX netwatch_keys ON netwatch_jobs (unique_key)
      WHERE unique_key IS NOT NULL AND state < 3;
    CREATE INDEX netwatch_finished ON netwatch_jobs (state, finished) WHERE finished IS NOT NULL;
    CREATE VIEW netwatch_now (wall, store) AS
    SELECT wall, (SELECT max(seen + max(0, now.wall - clocks.wall)) FROM netwatch_clocks AS clocks)
    FROM (
      SELECT CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) AS wall
    ) AS now;
    CREATE VIEW netwatch_submit (
      kind, payload, destination, priority, unique_key, not_before_ms, deadline_ms, requirement
    ) AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;
    CREATE TRIGGER netwatch_submit_insert INSTEAD OF INSERT ON netwatch_submit
    WHEN NOT EXISTS (
      SELECT 1 FROM netwatch_jobs AS jobs JOIN netwatch_lanes AS lanes ON lanes.id = jobs.lane
      WHERE jobs.unique_key = NEW.unique_key AND jobs.unique_key IS NOT NULL AND jobs.state < 3
        AND lanes.kind = NEW.kind
    )
    BEGIN
      SELECT RAISE(ABORT, 'netwatch_submit: the queue is being moved to another store') WHERE (SELECT moving FROM netwatch_totals);
    SELECT RAISE(ABORT, 'netwatch_submit: kind: expected text of 1 to 255 bytes, without NUL') WHERE typeof(coalesce(NEW.kind, NULL)) <> 'text' OR length(CAST(coalesce(NEW.kind, NULL) AS BLOB)) NOT BETWEEN 1 AND 255
    OR instr(CAST(coalesce(NEW.kind, NULL) AS BLOB), x'00') > 0;
    SELECT RAISE(ABORT, 'netwatch_submit: destination: expected text of 1 to 255 bytes, without NUL') WHERE typeof(coalesce(NEW.destination, 'default')) <> 'text' OR length(CAST(coalesce(NEW.destination, 'default') AS BLOB)) NOT BETWEEN 1 AND 255
    OR instr(CAST(coalesce(NEW.destination, 'default') AS BLOB), x'00') > 0;
    SELECT RAISE(ABORT, 'netwatch_submit: unique_key: expected text of 1 to 255 bytes, without NUL') WHERE typeof(coalesce(NEW.unique_key, '-')) <> 'text' OR length(CAST(coalesce(NEW.unique_key, '-') AS BLOB)) NOT BETWEEN 1 AND 255
    OR instr(CAST(coalesce(NEW.unique_key, '-') AS BLOB), x'00') > 0;
    SELECT RAISE(ABORT, 'netwatch_submit: priority: expected low, normal or high') WHERE coalesce(NEW.priority, 'normal') NOT IN ('low', 'normal', 'high');
    SELECT RAISE(ABORT, 'netwatch_submit: requirement: expected nothing, route or internet') WHERE coalesce(NEW.requirement, 'internet') NOT IN ('nothing', 'route', 'internet');
    SELECT RAISE(ABORT, 'netwatch_submit: not_before_ms: expected a whole number of milliseconds from 0') WHERE typeof(coalesce(NEW.not_before_ms, 0)) <> 'integer' OR NEW.not_before_ms < 0;
    SELECT RAISE(ABORT, 'netwatch_submit: deadline_ms: expected a whole number of milliseconds from 0') WHERE typeof(coalesce(NEW.deadline_ms, 0)) <> 'integer' OR NEW.deadline_ms < 0;
    SELECT RAISE(ABORT, 'netwatch_submit: the payload is longer than the limit') WHERE length(CAST(coalesce(NEW.payload, '') AS BLOB)) > (SELECT value FROM netwatch_meta WHERE key = 'limit_payload');
    SELECT RAISE(ABORT, 'netwatch_submit: the queue holds as many jobs as its limit') WHERE (SELECT jobs FROM netwatch_totals) >= (SELECT value FROM netwatch_meta WHERE key = 'limit_jobs');
    SELECT RAISE(ABORT, 'netwatch_submit: the queue holds as many bytes as its limit') WHERE (SELECT bytes FROM netwatch_totals) + length(CAST(coalesce(NEW.payload, '') AS BLOB)) > (SELECT value FROM netwatch_meta WHERE key = 'limit_bytes');
      INSERT INTO netwatch_lanes (destination, kind, requirement, urgent)
      SELECT destination, kind, requirement, urgent FROM (SELECT coalesce(NEW.destination, 'default') AS destination, NEW.kind AS kind,
    CASE coalesce(NEW.requirement, 'internet')
      WHEN 'nothing' THEN 0 WHEN 'route' THEN 1 ELSE 2 END AS requirement,
    coalesce(NEW.priority, 'normal') = 'high' AS urgent) AS wished
      WHERE NOT EXISTS (
        SELECT 1 FROM netwatch_lanes AS lanes
        WHERE (lanes.destination, lanes.kind, lanes.requirement, lanes.urgent)
          = (wished.destination, wished.kind, wished.requirement, wished.urgent)
      );

      UPDATE netwatch_totals
      SET last = last + 1, jobs = jobs + 1, bytes = bytes + length(CAST(coalesce(NEW.payload, '') AS BLOB));

      INSERT INTO netwatch_jobs (
        id, state, lane, rank, priority, until, deadline, delay, time_limit, unique_key, payload
      )
      SELECT
        totals.last, wished.delay > 0, lanes.id, now.wall - 600000 * wished.priority,
        wished.priority, now.store + nullif(wished.delay, 0), now.store + wished.time_limit,
        NEW.not_before_ms, wished.time_limit, NEW.unique_key,
        CAST(coalesce(NEW.payload, '') AS BLOB)
      FROM netwatch_totals AS totals, netwatch_now AS now,
        (
          SELECT coalesce(NEW.destination, 'default') AS destination, NEW.kind AS kind,
    CASE coalesce(NEW.requirement, 'internet')
      WHEN 'nothing' THEN 0 WHEN 'route' THEN 1 ELSE 2 END AS requirement,
    coalesce(NEW.priority, 'normal') = 'high' AS urgent, CASE coalesce(NEW.priority, 'normal') WHEN 'low' THEN -1 WHEN 'high' THEN 1 ELSE 0 END AS priority,
            min(coalesce(NEW.not_before_ms, 0), 9223372036854) AS delay,
            min(NEW.deadline_ms, 9223372036854) AS time_limit
        ) AS wished
        JOIN netwatch_lanes AS lanes USING (destination, kind, requirement, urgent);
    END;

    """#

  private static let rows = #"""
    PRAGMA application_id = 1316448866;
    PRAGMA user_version = 1;
    PRAGMA journal_mode = WAL;
    INSERT INTO netwatch_meta VALUES
      ('identity', 'first'), ('limit_bytes', 1073741824), ('limit_jobs', 1000000),
      ('limit_payload', 1048576);
    INSERT INTO netwatch_totals VALUES (1, 6, 5, 10004, 0);
    INSERT INTO netwatch_clocks VALUES ('first boot', -1000000, 0, 1700000000000);
    INSERT INTO netwatch_lanes VALUES (1, 'default', 'mail', 2, 0), (2, 'd', 'mail', 1, 1);
    INSERT INTO netwatch_jobs (
      id, state, lane, rank, priority, attempt, vanished, token, until, deadline, delay, time_limit,
      finished, unique_key, run_length, retries, proposer, worker, reason, origin, attempts, payload
    ) VALUES
      (1, 0, 2, 1699999400000, 1, 0, 0, 0, NULL, NULL, NULL, NULL,
        NULL, 'k1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, x'01'),
      (2, 1, 1, 1700000000000, 0, 0, 0, 0, 60000, NULL, 60000, NULL,
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, x'02'),
      (3, 2, 1, 1700000000000, 0, 1, 0, 1, 30000, NULL, NULL, NULL,
        NULL, NULL, NULL, NULL, NULL, 'w', NULL, NULL, NULL, x'03'),
      (4, 4, 1, 1699999000000, 0, 2, 0, 2, NULL, NULL, NULL, NULL,
        1699999900000, 'k1', 1, 1, 'again', 'w', 'no',
        NULL, '{"records":[{"number":1,"time":7,"failure":"f","reason":"r"}],"omitted":0}', x'04'),
      (5, 2, 1, 1700000000000, 0, 1, 0, 1, 900000, 950000, NULL, 950000,
        NULL, 'k2', NULL, NULL, NULL, 'w', NULL, NULL, NULL, zeroblob(10000)),
      (6, 1, 1, 1700000000000, 0, 0, 0, 0, 500000, NULL, 500000, NULL,
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'other-6', NULL, x'06');
    CREATE VIEW mine AS SELECT id FROM netwatch_jobs WHERE state = 4;
    """#
}
