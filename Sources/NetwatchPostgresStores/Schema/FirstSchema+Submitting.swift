extension FirstSchema {
  /// The functions that store jobs.
  enum Submitting {
    /// The number of a lane, which it makes where there is none.
    static let laneID = """
      CREATE FUNCTION lane_id(
        p_destination text, p_kind text, p_requirement smallint, p_urgent boolean
      ) RETURNS integer LANGUAGE plpgsql AS $$
      DECLARE
        v_id integer;
      BEGIN
        SELECT id INTO v_id FROM lanes
        WHERE destination = p_destination AND kind = p_kind AND requirement = p_requirement
          AND urgent = p_urgent
        ORDER BY id LIMIT 1;
        IF NOT FOUND THEN
          INSERT INTO lanes (destination, kind, requirement, urgent)
          VALUES (p_destination, p_kind, p_requirement, p_urgent) RETURNING id INTO v_id;
        END IF;
        RETURN v_id;
      END $$
      """

    /// Changes how much there is, and refuses what there is no room for.
    static let addTotals = """
      CREATE FUNCTION add_totals(p_jobs bigint, p_bytes bigint) RETURNS void
      LANGUAGE plpgsql AS $$
      DECLARE
        v_jobs bigint;
        v_bytes bigint;
        v_limits settings%ROWTYPE;
      BEGIN
        IF p_jobs = 0 THEN RETURN; END IF;
        UPDATE totals SET jobs = jobs + p_jobs, bytes = bytes + p_bytes
        WHERE slot = (SELECT slot FROM totals ORDER BY slot LIMIT 1 FOR UPDATE SKIP LOCKED);
        IF NOT FOUND THEN
          INSERT INTO totals (jobs, bytes) VALUES (p_jobs, p_bytes);
        END IF;
        IF p_jobs < 0 THEN RETURN; END IF;
        SELECT sum(jobs), sum(bytes) INTO v_jobs, v_bytes FROM totals;
        SELECT * INTO v_limits FROM settings;
        IF v_limits.moving THEN
          RAISE EXCEPTION 'the jobs are moved to another store' USING ERRCODE = 'NW005';
        ELSIF v_jobs > v_limits.jobs THEN
          RAISE EXCEPTION 'the queue holds % jobs, which is its limit', v_limits.jobs
            USING ERRCODE = '53400';
        ELSIF v_bytes > v_limits.bytes THEN
          RAISE EXCEPTION 'the payloads would take % bytes; the limit of the queue is %',
            v_bytes, v_limits.bytes USING ERRCODE = '53400';
        END IF;
      END $$
      """

    /// Stores jobs, and returns their numbers, negative for one that was there already.
    ///
    /// The order by key keeps two who submit the same keys from waiting for each other in a circle.
    static let addJobs = """
      CREATE FUNCTION add_jobs(
        p_destinations text[], p_kinds text[], p_requirements smallint[], p_urgent boolean[],
        p_lanes integer[], p_payloads bytea[], p_priorities smallint[], p_keys text[],
        p_waits bigint[], p_deadlines bigint[]
      ) RETURNS bigint[] LANGUAGE plpgsql AS $$
      DECLARE
        v_now timestamptz := clock_timestamp();
        v_rank bigint := floor(extract(epoch FROM v_now) * 1000);
        v_lanes integer[];
        v_ids bigint[];
        v_made bigint[];
        v_bytes bigint;
        v_existing bigint;
      BEGIN
        FOR i IN 1..cardinality(p_destinations) LOOP
          v_lanes[i] := lane_id(p_destinations[i], p_kinds[i], p_requirements[i], p_urgent[i]);
        END LOOP;
        SELECT array_agg(nextval('jobs_id')) INTO v_ids
        FROM generate_series(1, cardinality(p_lanes));
        WITH made AS (
          INSERT INTO jobs (
            id, created, rank, lane, state, priority, until, not_before, deadline, kind, unique_key,
            payload
          )
          SELECT v_ids[n], v_now, v_rank - priority * 600000, v_lanes[lane],
            CASE WHEN wait > 0 THEN 1 ELSE 0 END, priority,
            CASE WHEN wait > 0 THEN v_now + wait * interval '1 microsecond' END,
            v_now + wait * interval '1 microsecond', v_now + deadline * interval '1 microsecond',
            p_kinds[lane], key, payload
          FROM unnest(p_lanes, p_payloads, p_priorities, p_keys, p_waits, p_deadlines)
            WITH ORDINALITY AS j (lane, payload, priority, key, wait, deadline, n)
          ORDER BY key, n
          ON CONFLICT (kind, unique_key) WHERE state < 3 AND unique_key IS NOT NULL DO NOTHING
          RETURNING id, octet_length(payload) AS size
        )
        SELECT array_agg(id), coalesce(sum(size), 0) INTO v_made, v_bytes FROM made;
        PERFORM add_totals(coalesce(cardinality(v_made), 0), v_bytes);
        IF coalesce(cardinality(v_made), 0) = cardinality(v_ids) THEN RETURN v_ids; END IF;
        FOR i IN 1..cardinality(v_ids) LOOP
          CONTINUE WHEN v_ids[i] = ANY (v_made);
          SELECT id INTO v_existing FROM jobs
          WHERE kind = p_kinds[p_lanes[i]] AND unique_key = p_keys[i] AND state < 3;
          IF FOUND THEN
            v_ids[i] := -v_existing;
          ELSE
            -- It has ended since.
            v_ids[i] := (add_jobs(
              p_destinations, p_kinds, p_requirements, p_urgent, p_lanes[i:i], p_payloads[i:i],
              p_priorities[i:i], p_keys[i:i], p_waits[i:i], p_deadlines[i:i]))[1];
          END IF;
        END LOOP;
        RETURN v_ids;
      END $$
      """

    /// Stores the jobs of a client once, however often it asks.
    static let submitBatch = """
      CREATE FUNCTION submit_batch(
        p_client uuid, p_epoch bigint, p_number bigint,
        p_destinations text[], p_kinds text[], p_requirements smallint[], p_urgent boolean[],
        p_lanes integer[], p_payloads bytea[], p_priorities smallint[], p_keys text[],
        p_waits bigint[], p_deadlines bigint[]
      ) RETURNS bigint[] LANGUAGE plpgsql @settings@ AS $$
      DECLARE
        v_ids bigint[];
      BEGIN
        SELECT receipts INTO v_ids FROM clients
        WHERE id = p_client AND epoch = p_epoch AND submitted = p_number;
        IF FOUND THEN RETURN v_ids; END IF;
        v_ids := add_jobs(
          p_destinations, p_kinds, p_requirements, p_urgent, p_lanes, p_payloads, p_priorities,
          p_keys, p_waits, p_deadlines);
        UPDATE clients SET submitted = p_number, receipts = v_ids, seen = clock_timestamp()
        WHERE id = p_client AND epoch = p_epoch;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'another connection has taken over' USING ERRCODE = 'NW001';
        END IF;
        PERFORM pg_notify(@channel@, p_client::text);
        RETURN v_ids;
      END $$
      """
  }
}
