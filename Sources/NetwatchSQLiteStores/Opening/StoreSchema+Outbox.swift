extension StoreSchema {
  /// What time it is, for the view below.
  static let now = """
    CREATE VIEW netwatch_now (wall, store) AS
    SELECT wall, (SELECT max(seen + max(0, now.wall - clocks.wall)) FROM netwatch_clocks AS clocks)
    FROM (
      SELECT CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) AS wall
    ) AS now;


    """

  /// The view that anybody submits jobs through, in a transaction of their own.
  ///
  /// The trigger does what `JobDatabase.submit` does. It has no statement that could meet a conflict:
  /// an `INSERT OR REPLACE` into the view would be handed down to it.
  ///
  /// The view of the first version has no column for the owner.
  static func outbox(hasOwner: Bool) -> String {
    """
    CREATE VIEW netwatch_submit (
      kind, payload, destination, priority, unique_key, not_before_ms, deadline_ms, requirement\
    \(hasOwner ? ", owner" : "")
    ) AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL\(hasOwner ? ", NULL" : "") WHERE 0;

    CREATE TRIGGER netwatch_submit_insert INSTEAD OF INSERT ON netwatch_submit
    WHEN NOT EXISTS (
      SELECT 1 FROM netwatch_jobs AS jobs JOIN netwatch_lanes AS lanes ON lanes.id = jobs.lane
      WHERE jobs.unique_key = NEW.unique_key AND jobs.unique_key IS NOT NULL AND jobs.state < 3
        AND lanes.kind = NEW.kind
    )
    BEGIN
      \(checks(hasOwner: hasOwner))
      INSERT INTO netwatch_lanes (destination, kind, requirement, urgent)
      SELECT destination, kind, requirement, urgent FROM (SELECT \(lane)) AS wished
      WHERE NOT EXISTS (
        SELECT 1 FROM netwatch_lanes AS lanes
        WHERE (lanes.destination, lanes.kind, lanes.requirement, lanes.urgent)
          = (wished.destination, wished.kind, wished.requirement, wished.urgent)
      );

      UPDATE netwatch_totals
      SET last = last + 1, jobs = jobs + 1, bytes = bytes + \(size);

      INSERT INTO netwatch_jobs (
        id, state, lane, rank, priority, until, deadline, delay, time_limit, unique_key, \
    \(hasOwner ? "owner, " : "")payload
      )
      SELECT
        totals.last, wished.delay > 0, lanes.id, now.wall - 600000 * wished.priority,
        wished.priority, now.store + nullif(wished.delay, 0), now.store + wished.time_limit,
        NEW.not_before_ms, wished.time_limit, NEW.unique_key,\
    \(hasOwner ? " NEW.owner," : "")
        CAST(coalesce(NEW.payload, '') AS BLOB)
      FROM netwatch_totals AS totals, netwatch_now AS now,
        (
          SELECT \(lane), \(priority) AS priority,
            min(coalesce(NEW.not_before_ms, 0), \(longest)) AS delay,
            min(NEW.deadline_ms, \(longest)) AS time_limit
        ) AS wished
        JOIN netwatch_lanes AS lanes USING (destination, kind, requirement, urgent);
    END;
    """
  }

  /// The longest time in milliseconds: as long as a `Duration` of ours gets.
  private static let longest = Int64.max / 1_000_000

  private static let size = "length(CAST(coalesce(NEW.payload, '') AS BLOB))"

  private static let priority = """
    CASE coalesce(NEW.priority, 'normal') WHEN 'low' THEN -1 WHEN 'high' THEN 1 ELSE 0 END
    """

  private static let lane = """
    coalesce(NEW.destination, 'default') AS destination, NEW.kind AS kind,
    CASE coalesce(NEW.requirement, 'internet')
      WHEN 'nothing' THEN 0 WHEN 'route' THEN 1 ELSE 2 END AS requirement,
    coalesce(NEW.priority, 'normal') = 'high' AS urgent
    """

  private static func checks(hasOwner: Bool) -> String {
    let ofOwner = hasOwner ? [check(name: "owner", default: "'-'")] : []
    return (checks + ofOwner).joined(separator: "\n")
  }

  private static let checks = [
    check(
      "the queue is being moved to another store",
      refuses: "(SELECT moving FROM netwatch_totals)"
    ),
    check(name: "kind"),
    check(name: "destination", default: "'default'"),
    check(name: "unique_key", default: "'-'"),
    check(
      "priority: expected low, normal or high",
      refuses: "coalesce(NEW.priority, 'normal') NOT IN ('low', 'normal', 'high')"
    ),
    check(
      "requirement: expected nothing, route or internet",
      refuses: "coalesce(NEW.requirement, 'internet') NOT IN ('nothing', 'route', 'internet')"
    ),
    check(time: "not_before_ms"),
    check(time: "deadline_ms"),
    check("the payload is longer than the limit", refuses: "\(size) > \(limit("payload"))"),
    check(
      "the queue holds as many jobs as its limit",
      refuses: "(SELECT jobs FROM netwatch_totals) >= \(limit("jobs"))"
    ),
    check(
      "the queue holds as many bytes as its limit",
      refuses: "(SELECT bytes FROM netwatch_totals) + \(size) > \(limit("bytes"))"
    ),
  ]

  /// RAISE takes a literal only, so the sentences name no values.
  private static func check(_ sentence: String, refuses condition: String) -> String {
    "SELECT RAISE(ABORT, 'netwatch_submit: \(sentence)') WHERE \(condition);"
  }

  private static func check(name: String, default: String = "NULL") -> String {
    let value = "coalesce(NEW.\(name), \(`default`))"
    return check(
      "\(name): expected text of 1 to 255 bytes, without NUL",
      refuses: """
        typeof(\(value)) <> 'text' OR length(CAST(\(value) AS BLOB)) NOT BETWEEN 1 AND 255
        OR instr(CAST(\(value) AS BLOB), x'00') > 0
        """
    )
  }

  private static func check(time: String) -> String {
    check(
      "\(time): expected a whole number of milliseconds from 0",
      refuses: "typeof(coalesce(NEW.\(time), 0)) <> 'integer' OR NEW.\(time) < 0"
    )
  }

  private static func limit(_ name: String) -> String {
    "(SELECT value FROM netwatch_meta WHERE key = 'limit_\(name)')"
  }
}
