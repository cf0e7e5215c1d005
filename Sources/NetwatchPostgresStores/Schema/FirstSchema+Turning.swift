extension FirstSchema {
  /// The functions that a worker's turn is made of.
  enum Turning {
    /// Ends runs, and returns those that still had their jobs.
    static let endRuns = """
      CREATE FUNCTION end_runs(
        p_now timestamptz, p_ids bigint[], p_tokens bigint[], p_states smallint[], p_waits bigint[],
        p_counted boolean[], p_reasons text[], p_told boolean[], p_proposers text[], p_runs bigint[],
        p_totals bigint[], p_attempts text[], OUT o_ids bigint[], OUT o_tokens bigint[]
      ) LANGUAGE plpgsql AS $$
      DECLARE
        v_jobs bigint;
        v_bytes bigint;
      BEGIN
        WITH ended AS (
          UPDATE jobs j SET
            state = r.state, vanished = 0, worker = NULL, reason = r.reason,
            until = CASE WHEN r.state = 1 THEN p_now + r.wait * interval '1 microsecond' END,
            finished = CASE WHEN r.state > 2 THEN p_now END,
            attempt = j.attempt - CASE WHEN r.counted THEN 0 ELSE 1 END,
            proposer = CASE WHEN r.told THEN r.proposer ELSE j.proposer END,
            run = CASE WHEN r.told THEN r.run ELSE j.run END,
            total = CASE WHEN r.told THEN r.total ELSE j.total END,
            attempts = CASE WHEN r.told THEN r.attempts ELSE j.attempts END
          FROM unnest(
            p_ids, p_tokens, p_states, p_waits, p_counted, p_reasons, p_told, p_proposers, p_runs,
            p_totals, p_attempts
          ) AS r (
            id, token, state, wait, counted, reason, told, proposer, run, total, attempts
          )
          WHERE j.id = r.id AND j.token = r.token AND j.state = 2
          RETURNING j.id, j.token, j.state, octet_length(j.payload) AS size
        )
        SELECT array_agg(id), array_agg(token), count(*) FILTER (WHERE state > 2),
          coalesce(sum(size) FILTER (WHERE state > 2), 0)
        INTO o_ids, o_tokens, v_jobs, v_bytes FROM ended;
        PERFORM add_totals(-v_jobs, -v_bytes);
      END $$
      """

    /// Makes leases last longer, and returns the runs that still had their jobs.
    static let renewRuns = """
      CREATE FUNCTION renew_runs(
        p_until timestamptz, p_ids bigint[], p_tokens bigint[],
        OUT o_ids bigint[], OUT o_tokens bigint[]
      ) LANGUAGE sql AS $$
        WITH renewed AS (
          UPDATE jobs j SET until = p_until FROM unnest(p_ids, p_tokens) AS r (id, token)
          WHERE j.id = r.id AND j.token = r.token AND j.state = 2
          RETURNING j.id, j.token
        )
        SELECT array_agg(id), array_agg(token) FROM renewed
      $$
      """

    /// Stores paces whose revision is the present one, and returns their destinations.
    ///
    /// First it locks all the rows that the turn needs, in one order for everybody.
    static let storePaces = """
      CREATE FUNCTION store_paces(
        p_now timestamptz, p_paces text[], p_gaps bigint[], p_sizes bigint[], p_holds bigint[],
        p_revisions bigint[], p_exclusive text[]
      ) RETURNS text[] LANGUAGE plpgsql AS $$
      DECLARE
        v_stored text[];
      BEGIN
        INSERT INTO paces SELECT d, 0, 1, NULL, 0
        FROM (SELECT DISTINCT d FROM unnest(p_paces || p_exclusive) AS u (d) ORDER BY d) AS s
        WHERE NOT EXISTS (SELECT FROM paces WHERE destination = d)
        ON CONFLICT DO NOTHING;
        PERFORM FROM paces WHERE destination = ANY (p_paces || p_exclusive)
        ORDER BY destination FOR UPDATE;
        WITH stored AS (
          UPDATE paces p SET gap = n.gap, size = n.size,
            hold = p_now + n.hold * interval '1 microsecond', revision = p.revision + 1
          FROM unnest(p_paces, p_gaps, p_sizes, p_holds, p_revisions)
            AS n (destination, gap, size, hold, revision)
          WHERE p.destination = n.destination AND p.revision = n.revision
          RETURNING p.destination
        )
        SELECT array_agg(destination) INTO v_stored FROM stored;
        RETURN coalesce(v_stored, '{}');
      END $$
      """

    /// Gives a worker jobs of one destination.
    ///
    /// - Returns: Their numbers and tokens, and the places of their lanes in the list it was given.
    static let claim = """
      CREATE FUNCTION claim(
        p_now timestamptz, p_until timestamptz, p_worker text, p_destination text, p_limit integer,
        p_places integer[], p_kinds text[], p_requirements smallint[], p_urgent boolean[],
        OUT o_ids bigint[], OUT o_tokens bigint[], OUT o_places integer[]
      ) LANGUAGE sql AS $$
        WITH lane AS (
          SELECT l.id, u.place FROM unnest(p_places, p_kinds, p_requirements, p_urgent)
            AS u (place, kind, requirement, urgent)
          JOIN lanes l ON l.destination = p_destination AND l.kind = u.kind
            AND l.requirement = u.requirement AND l.urgent = u.urgent
        ), first AS (
          SELECT j.id, j.rank, lane.place FROM lane, LATERAL (
            SELECT id, rank FROM jobs
            WHERE lane = lane.id AND state = 0 AND (deadline IS NULL OR deadline > p_now)
            ORDER BY rank, id LIMIT p_limit FOR UPDATE SKIP LOCKED
          ) AS j
          ORDER BY j.rank, j.id LIMIT p_limit
        ), given AS (
          UPDATE jobs j SET state = 2, until = p_until, worker = p_worker, attempt = j.attempt + 1,
            token = j.token + 1
          FROM first WHERE j.id = first.id
          RETURNING j.id, j.token, first.place, j.rank
        )
        SELECT array_agg(id ORDER BY rank, id), array_agg(token ORDER BY rank, id),
          array_agg(place ORDER BY rank, id) FROM given
      $$
      """
  }
}
