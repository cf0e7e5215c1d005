extension FirstSchema {
  /// The functions that move jobs from one store to another.
  enum Moving {
    /// Stores jobs of another store that did not come before, and returns how many.
    static let importJobs = """
      CREATE FUNCTION import_jobs(
        p_source text, p_numbers bigint[],
        p_destinations text[], p_kinds text[], p_requirements smallint[], p_urgent boolean[],
        p_lanes integer[], p_payloads bytea[], p_priorities smallint[], p_keys text[],
        p_waits bigint[], p_deadlines bigint[],
        p_tries integer[], p_vanished integer[], p_created bigint[], p_proposers text[],
        p_runs bigint[], p_totals bigint[], p_attempts text[], p_origins text[]
      ) RETURNS integer LANGUAGE plpgsql @settings@ AS $$
      DECLARE
        v_last bigint;
        v_first integer;
        v_ids bigint[];
        v_count integer;
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended('netwatch move ' || p_source, 0));
        SELECT last INTO v_last FROM moves WHERE source = p_source;
        SELECT min(n) INTO v_first FROM unnest(p_numbers) WITH ORDINALITY AS u (number, n)
        WHERE number > coalesce(v_last, 0);
        IF v_first IS NULL THEN RETURN 0; END IF;
        v_ids := add_jobs(
          p_destinations, p_kinds, p_requirements, p_urgent, p_lanes[v_first:],
          p_payloads[v_first:], p_priorities[v_first:], p_keys[v_first:], p_waits[v_first:],
          p_deadlines[v_first:]);
        UPDATE jobs j SET
          attempt = m.tries, vanished = m.vanished, proposer = m.proposer, run = m.run,
          total = m.total, attempts = m.attempts, origin = m.origin,
          created = to_timestamp(m.created / 1000.0), rank = m.created - j.priority * 600000
        FROM unnest(
          v_ids, p_tries[v_first:], p_vanished[v_first:], p_created[v_first:],
          p_proposers[v_first:], p_runs[v_first:], p_totals[v_first:], p_attempts[v_first:],
          p_origins[v_first:]
        ) AS m (id, tries, vanished, created, proposer, run, total, attempts, origin)
        WHERE j.id = m.id;
        GET DIAGNOSTICS v_count = ROW_COUNT;
        INSERT INTO moves (source, last) VALUES (p_source, p_numbers[cardinality(p_numbers)])
        ON CONFLICT (source) DO UPDATE SET last = excluded.last;
        PERFORM pg_notify(@channel@, '');
        RETURN v_count;
      END $$
      """

    /// Removes jobs, whatever they do, and returns how many.
    static let remove = """
      CREATE FUNCTION remove_jobs(p_ids bigint[]) RETURNS integer
      LANGUAGE plpgsql @settings@ AS $$
      DECLARE
        v_count integer;
        v_jobs bigint;
        v_bytes bigint;
      BEGIN
        WITH gone AS (
          DELETE FROM jobs WHERE id = ANY (p_ids) RETURNING state, octet_length(payload) AS size
        )
        SELECT count(*), count(*) FILTER (WHERE state < 3),
          coalesce(sum(size) FILTER (WHERE state < 3), 0)
        INTO v_count, v_jobs, v_bytes FROM gone;
        PERFORM add_totals(-v_jobs, -v_bytes);
        RETURN v_count;
      END $$
      """
  }
}
