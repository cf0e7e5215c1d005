/// The schema's first version.
enum FirstSchema {
  /// Its tables, and its functions in an order in which they can be made.
  static let statements =
    tables + [
      Submitting.laneID, Submitting.addTotals, Submitting.addJobs, Submitting.submitBatch,
      Outbox.checkName, Outbox.microseconds, Outbox.submit, Outbox.submitText, Outbox.submitJSON,
      Turning.endRuns, Turning.renewRuns, Turning.storePaces, Turning.claim, Turning.turn,
      Looking.changes, Looking.appendAttempt, Looking.expire, Looking.makeDue, Looking.recover,
      Looking.change, Looking.look,
      Managing.hello, Managing.cancel, Managing.retryNow, Managing.prune,
      Moving.importJobs, Moving.remove,
    ]

  private static let tables = [
    """
    CREATE TABLE settings (
      identity text NOT NULL, jobs bigint NOT NULL, bytes bigint NOT NULL, payload bigint NOT NULL,
      moving boolean NOT NULL DEFAULT false
    )
    """,
    """
    INSERT INTO settings
    VALUES (replace(gen_random_uuid()::text, '-', ''), 1000000, 1073741824, 1048576)
    """,
    // How much there is, as a sum over rows, of which a transaction changes one that nobody else has
    // locked: so a long transaction that has submitted something keeps nobody waiting.
    """
    CREATE TABLE totals (
      slot integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      jobs bigint NOT NULL, bytes bigint NOT NULL
    ) WITH (fillfactor = 50)
    """,
    // Not unique: two transactions that need the same new one at the same time each make it, and
    // neither waits for the other.
    """
    CREATE TABLE lanes (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      destination text NOT NULL, kind text NOT NULL, requirement smallint NOT NULL,
      urgent boolean NOT NULL
    )
    """,
    "CREATE INDEX lanes_names ON lanes (destination, kind, requirement, urgent)",
    // Revision 0: no pace was stored, and the row is there to be locked by exclusive claims.
    """
    CREATE TABLE paces (
      destination text PRIMARY KEY, gap bigint NOT NULL, size bigint NOT NULL,
      hold timestamptz, revision bigint NOT NULL
    ) WITH (fillfactor = 50)
    """,
    // Who works with the store, and what it was answered last, so that it can ask again after the
    // answer was lost. With each connection the epoch grows, and what an older one still does fails.
    """
    CREATE TABLE clients (
      id uuid PRIMARY KEY, epoch bigint NOT NULL, seen timestamptz NOT NULL,
      submitted bigint, receipts bigint[],
      turned bigint, claimed bigint[], claimed_tokens bigint[], claimed_places integer[],
      lost bigint[], lost_tokens bigint[]
    ) WITH (fillfactor = 50)
    """,
    "CREATE TABLE moves (source text PRIMARY KEY, last bigint NOT NULL)",
    "CREATE SEQUENCE jobs_id AS bigint",
    """
    CREATE TABLE jobs (
      id bigint PRIMARY KEY, created timestamptz NOT NULL, rank bigint NOT NULL,
      lane integer NOT NULL, state smallint NOT NULL, priority smallint NOT NULL,
      attempt integer NOT NULL DEFAULT 0, vanished integer NOT NULL DEFAULT 0,
      token bigint NOT NULL DEFAULT 0,
      until timestamptz, deadline timestamptz, not_before timestamptz, finished timestamptz,
      run bigint NOT NULL DEFAULT 0, total bigint NOT NULL DEFAULT 0,
      kind text NOT NULL, unique_key text, origin text, worker text, proposer text, attempts text,
      reason text, payload bytea NOT NULL
    ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)
    """,
    "CREATE INDEX jobs_ready ON jobs (lane, rank, id) WHERE state = 0",
    "CREATE INDEX jobs_waiting ON jobs (until, lane) WHERE state = 1",
    "CREATE INDEX jobs_running ON jobs (until, lane) WHERE state = 2",
    "CREATE INDEX jobs_deadline ON jobs (deadline) WHERE state < 2 AND deadline IS NOT NULL",
    "CREATE INDEX jobs_finished ON jobs (state, finished, id) WHERE state > 2",
    """
    CREATE UNIQUE INDEX jobs_unique ON jobs (kind, unique_key)
    WHERE state < 3 AND unique_key IS NOT NULL
    """,
  ]
}
