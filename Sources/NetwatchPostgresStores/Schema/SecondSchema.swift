/// The schema's second version: jobs have owners, and a finished job is found by its key.
///
/// Parameters and columns that are new come last, and the parameters have defaults, so that programs
/// of the first version that are connected go on.
enum SecondSchema {
  /// What leads to it from the first one.
  static let statements = tables + submitting + looking + managing + [turn]

  private static let tables = [
    "ALTER TABLE jobs ADD COLUMN owner text",
    "CREATE INDEX jobs_owners ON jobs (owner, id) WHERE owner IS NOT NULL",
    "CREATE INDEX jobs_keys ON jobs (unique_key, id) WHERE unique_key IS NOT NULL",
  ]

  /// The destination of a job, where its lane's number is at hand.
  private static let destination = "(SELECT l.destination FROM lanes l WHERE l.id = j.lane)"

  private static let submitting = [
    "DROP FUNCTION add_jobs",
    FirstSchema.Submitting.addJobs.changed(
      ("p_waits bigint[], p_deadlines bigint[]\n", "\(waits),\n  p_owners text[] DEFAULT NULL\n"),
      ("kind, unique_key,\n      payload", "kind, unique_key,\n      payload, owner"),
      ("p_kinds[lane], key, payload\n", "p_kinds[lane], key, payload, owner\n"),
      ("p_waits, p_deadlines)\n      WITH", "p_waits, p_deadlines, p_owners)\n      WITH"),
      ("key, wait, deadline, n)", "key, wait, deadline, owner, n)"),
      ("p_waits[i:i], p_deadlines[i:i])", "p_waits[i:i], p_deadlines[i:i], p_owners[i:i])")
    ),
    "DROP FUNCTION submit_batch",
    FirstSchema.Submitting.submitBatch.changed(
      ("p_waits bigint[], p_deadlines bigint[]\n", "\(waits),\n  p_owners text[] DEFAULT NULL\n"),
      ("p_keys, p_waits, p_deadlines)", "p_keys, p_waits, p_deadlines, p_owners)")
    ),
    "DROP FUNCTION import_jobs",
    FirstSchema.Moving.importJobs.changed(
      ("p_origins text[]\n", "p_origins text[],\n  p_owners text[] DEFAULT NULL\n"),
      ("p_deadlines[v_first:])", "p_deadlines[v_first:], p_owners[v_first:])")
    ),
    FirstSchema.Outbox.submit.changed(
      ("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"),
      (
        "v_priority smallint;", "v_owner text := options ->> 'owner';\n  v_priority smallint;"
      ),
      ("'requirement'])", "'requirement', 'owner'])"),
      ("deadline or requirement", "deadline, requirement or owner"),
      (
        "SELECT value INTO v_priority",
        """
        IF v_owner IS NOT NULL THEN PERFORM check_name(v_owner, 'owner'); END IF;
          SELECT value INTO v_priority
        """
      ),
      (
        "ARRAY[microseconds(options, 'deadline')]",
        "ARRAY[microseconds(options, 'deadline')], ARRAY[v_owner]"
      )
    ),
  ]

  private static let waits = "p_waits bigint[], p_deadlines bigint[]"

  private static let looking = [
    "ALTER TYPE changes ADD ATTRIBUTE destination text, ADD ATTRIBUTE owner text",
    FirstSchema.Looking.expire.changed(
      ("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"),
      ("octet_length(j.payload)\n", "octet_length(j.payload), \(destination), j.owner\n")
    ),
    FirstSchema.Looking.makeDue.changed(
      ("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"),
      ("j.state, '', 0\n", "j.state, '', 0, \(destination), j.owner\n")
    ),
    FirstSchema.Looking.recover.changed(
      ("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"),
      ("octet_length(j.payload) END\n", "octet_length(j.payload) END, \(destination), j.owner\n")
    ),
    "DROP FUNCTION look",
    FirstSchema.Looking.look.changed(
      ("o_size bigint, o_remaining bigint\n", "o_size bigint, o_remaining bigint, o_owner text\n"),
      ("o_kind := v_change.kind;", "\(told)\n    o_kind := v_change.kind;"),
      (
        "NULL::bigint, NULL::bigint\n    FROM found",
        "NULL::bigint, NULL::bigint, NULL::text\n    FROM found"
      ),
      (
        "- v_now) * 1000000)::bigint, 0)\n  FROM paces",
        "- v_now) * 1000000)::bigint, 0), NULL::text\n  FROM paces"
      ),
      ("- v_now) * 1000000)::bigint;", "- v_now) * 1000000)::bigint, NULL::text;")
    ),
  ]

  private static let told =
    "o_name := v_change.destination;\n    o_owner := v_change.owner;"

  private static let managing = [
    "DROP FUNCTION cancel",
    FirstSchema.Managing.cancel.changed(
      (
        "(o_kind text, o_was smallint)",
        "(o_kind text, o_was smallint, o_destination text, o_owner text)"
      ),
      (
        "SELECT kind, state, octet_length(payload) INTO o_kind, o_was, v_size\n  FROM jobs",
        """
        SELECT kind, state, octet_length(payload), \(destination), owner
          INTO o_kind, o_was, v_size, o_destination, o_owner
          FROM jobs j
        """
      )
    ),
    "DROP FUNCTION retry_now",
    FirstSchema.Managing.retryNow.changed(
      ("o_urgent boolean\n", "o_urgent boolean, o_owner text\n"),
      ("octet_length(j.payload)\n", "octet_length(j.payload), j.owner\n"),
      ("o_urgent, v_size\n", "o_urgent, v_size, o_owner\n")
    ),
  ]

  /// A job that was given has its owner where a lane has its kind.
  private static let turn = FirstSchema.Turning.turn.changed(
    ("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"),
    ("1000000)::bigint, j.origin, NULL::text,", "1000000)::bigint, j.origin, j.owner,")
  )
}

extension String {
  /// The text with some places changed, each of which is in it once.
  func changed(_ changes: (old: String, new: String)...) -> String {
    changes.reduce(self) { text, change in
      let parts = text.split(separator: change.old, omittingEmptySubsequences: false)
      precondition(
        parts.count == 2,
        "\(change.old) is \(parts.count - 1) times in the earlier version"
      )
      return parts.joined(separator: change.new)
    }
  }
}
