extension FirstSchema {
  /// The functions that do what time has brought.
  enum Looking {
    /// What the functions tell of a job that they have changed.
    static let changes = """
      CREATE TYPE changes AS (
        id bigint, kind text, was smallint, state smallint, reason text, size integer
      )
      """

    /// Adds a record to a job's failed attempts; what cannot be read counts as none.
    ///
    /// The type is json, not jsonb, which does not take every character that a job's handler may have
    /// put into a failure.
    static let appendAttempt = """
      CREATE FUNCTION append_attempt(
        p_attempts text, p_number integer, p_time timestamptz, p_failure text, p_reason text
      ) RETURNS text LANGUAGE plpgsql AS $$
      DECLARE
        v_records json[];
        v_omitted bigint;
      BEGIN
        BEGIN
          SELECT array_agg(e.record ORDER BY e.n) INTO v_records
          FROM json_array_elements(p_attempts::json -> 'records') WITH ORDINALITY AS e (record, n);
          v_omitted := p_attempts::json ->> 'omitted';
        EXCEPTION WHEN others THEN
          v_records := NULL;
        END;
        IF cardinality(v_records) > 31 THEN
          v_records := v_records[1:4] || v_records[6:];
          v_omitted := coalesce(v_omitted, 0) + 1;
        END IF;
        v_records := v_records || json_build_object(
          'number', p_number, 'time', floor(extract(epoch FROM p_time) * 1000)::bigint,
          'failure', p_failure, 'reason', p_reason);
        RETURN json_build_object(
          'records', array_to_json(v_records), 'omitted', coalesce(v_omitted, 0));
      END $$
      """

    /// Ends what is past its deadline, but for what runs.
    static let expire = """
      CREATE FUNCTION expire(p_now timestamptz, p_limit integer) RETURNS SETOF changes
      LANGUAGE sql AS $$
        UPDATE jobs j SET state = 4, until = NULL, finished = p_now,
          reason = 'the deadline passed'
        FROM (
          SELECT id, state FROM jobs
          WHERE state < 2 AND deadline IS NOT NULL AND deadline <= p_now
          ORDER BY deadline LIMIT p_limit FOR UPDATE SKIP LOCKED
        ) AS late
        WHERE j.id = late.id
        RETURNING j.id, j.kind, late.state, j.state, j.reason, octet_length(j.payload)
      $$
      """

    /// Makes ready what is due.
    static let makeDue = """
      CREATE FUNCTION make_due(p_now timestamptz, p_limit integer) RETURNS SETOF changes
      LANGUAGE sql AS $$
        UPDATE jobs j SET state = 0, until = NULL
        FROM (
          SELECT id FROM jobs
          WHERE state = 1 AND until <= p_now AND (deadline IS NULL OR deadline > p_now)
          ORDER BY until LIMIT p_limit FOR UPDATE SKIP LOCKED
        ) AS due
        WHERE j.id = due.id RETURNING j.id, j.kind, 1::smallint, j.state, '', 0
      $$
      """

    /// Takes jobs back from workers that have vanished.
    ///
    /// The failure is `JobAttempt.vanishedFailure`, spelled out because a released step never changes.
    static let recover = """
      CREATE FUNCTION recover(p_now timestamptz, p_vanish_limit integer, p_limit integer)
      RETURNS SETOF changes LANGUAGE sql AS $$
        UPDATE jobs j SET
          state = gone.state, vanished = gone.vanished, until = NULL, worker = NULL,
          finished = CASE WHEN gone.state = 4 THEN p_now END, reason = gone.reason,
          attempts = append_attempt(
            j.attempts, j.attempt, p_now, 'worker vanished',
            CASE gone.state WHEN 4 THEN gone.vanished || ' times in a row'
              ELSE 'ready for another worker' END)
        FROM (
          SELECT id, vanished + 1 AS vanished,
            CASE WHEN vanished + 1 >= p_vanish_limit THEN 4 ELSE 0 END AS state,
            CASE WHEN vanished + 1 >= p_vanish_limit
              THEN 'worker vanished ' || vanished + 1 || ' times in a row' END AS reason
          FROM jobs WHERE state = 2 AND until <= p_now
          ORDER BY until LIMIT p_limit FOR UPDATE SKIP LOCKED
        ) AS gone
        WHERE j.id = gone.id
        RETURNING j.id, j.kind, 2::smallint, j.state,
          coalesce(j.reason, 'worker vanished'),
          CASE WHEN j.state = 4 THEN octet_length(j.payload) END
      $$
      """

    /// All that time has brought, so much at most.
    static let change = """
      CREATE FUNCTION change(p_now timestamptz, p_vanish_limit integer, p_limit integer)
      RETURNS SETOF changes LANGUAGE plpgsql AS $$
      DECLARE
        v_count integer;
      BEGIN
        RETURN QUERY SELECT * FROM expire(p_now, p_limit);
        GET DIAGNOSTICS v_count = ROW_COUNT;
        p_limit := p_limit - v_count;
        RETURN QUERY SELECT * FROM make_due(p_now, p_limit);
        GET DIAGNOSTICS v_count = ROW_COUNT;
        RETURN QUERY SELECT * FROM recover(p_now, p_vanish_limit, p_limit - v_count);
      END $$
      """

    /// Does what time has brought, and tells what there is to do.
    ///
    /// Each row says what it is: 0 a change, 1 a lane with something ready, 2 a pace, 3 when time brings
    /// something again.
    static let look = """
      CREATE FUNCTION look(p_vanish_limit integer, p_limit integer) RETURNS TABLE (
        o_what smallint, o_id bigint, o_name text, o_kind text, o_was smallint, o_state smallint,
        o_reason text, o_requirement smallint, o_urgent boolean, o_revision bigint, o_gap bigint,
        o_size bigint, o_remaining bigint
      ) LANGUAGE plpgsql @settings@ AS $$
      DECLARE
        v_now timestamptz := clock_timestamp();
        v_dead bigint := 0;
        v_bytes bigint := 0;
        v_change changes;
      BEGIN
        FOR v_change IN SELECT * FROM change(v_now, p_vanish_limit, p_limit) LOOP
          o_what := 0;
          o_id := v_change.id;
          o_kind := v_change.kind;
          o_was := v_change.was;
          o_state := v_change.state;
          o_reason := v_change.reason;
          IF o_state = 4 THEN
            v_dead := v_dead + 1;
            v_bytes := v_bytes + v_change.size;
          END IF;
          RETURN NEXT;
        END LOOP;
        PERFORM add_totals(-v_dead, -v_bytes);
        RETURN QUERY
          WITH RECURSIVE found (lane) AS (
            (SELECT lane FROM jobs WHERE state = 0 ORDER BY lane LIMIT 1)
            UNION ALL
            SELECT (
              SELECT j.lane FROM jobs j WHERE j.state = 0 AND j.lane > found.lane
              ORDER BY j.lane LIMIT 1)
            FROM found WHERE found.lane IS NOT NULL
          )
          SELECT DISTINCT 1::smallint, NULL::bigint, l.destination, l.kind, NULL::smallint,
            NULL::smallint, NULL::text, l.requirement, l.urgent, NULL::bigint, NULL::bigint,
            NULL::bigint, NULL::bigint
          FROM found JOIN lanes l ON l.id = found.lane WHERE NOT (SELECT moving FROM settings);
        RETURN QUERY SELECT 2::smallint, NULL::bigint, destination, NULL::text, NULL::smallint,
          NULL::smallint, NULL::text, NULL::smallint, NULL::boolean, revision, gap, size,
          greatest((extract(epoch FROM hold - v_now) * 1000000)::bigint, 0)
        FROM paces WHERE revision > 0;
        RETURN QUERY SELECT 3::smallint, NULL::bigint, NULL::text, NULL::text, NULL::smallint,
          NULL::smallint, NULL::text, NULL::smallint, NULL::boolean, NULL::bigint, NULL::bigint,
          NULL::bigint, (extract(epoch FROM least(
            (SELECT until FROM jobs WHERE state = 1 ORDER BY until LIMIT 1),
            (SELECT until FROM jobs WHERE state = 2 ORDER BY until LIMIT 1),
            (SELECT deadline FROM jobs WHERE state < 2 AND deadline IS NOT NULL
              ORDER BY deadline LIMIT 1)
          ) - v_now) * 1000000)::bigint;
      END $$
      """
  }
}
