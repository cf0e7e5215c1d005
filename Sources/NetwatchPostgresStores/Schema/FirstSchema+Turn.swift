extension FirstSchema.Turning {
  /// A worker's turn, done once however often it is asked for.
  ///
  /// Each row says what it is: 0 a job that was given, 1 a run that has lost its job, 2 a lane that is
  /// drained, 3 a pace, 4 a lane that has become ready by a report.
  static let turn = """
    CREATE FUNCTION turn(
      p_client uuid, p_epoch bigint, p_number bigint, p_worker text, p_lease bigint,
      p_ids bigint[], p_tokens bigint[], p_states smallint[], p_waits bigint[], p_counted boolean[],
      p_reasons text[], p_told boolean[], p_proposers text[], p_runs bigint[], p_totals bigint[],
      p_attempts text[],
      p_kept bigint[], p_kept_tokens bigint[],
      p_paces text[], p_gaps bigint[], p_sizes bigint[], p_holds bigint[], p_revisions bigint[],
      p_claims text[], p_limits integer[], p_exclusive boolean[], p_claim_revisions bigint[],
      p_lane_claims integer[], p_lane_kinds text[], p_lane_requirements smallint[],
      p_lane_urgent boolean[]
    ) RETURNS TABLE (
      o_what smallint, o_id bigint, o_token bigint, o_place integer, o_attempt integer, o_run bigint,
      o_total bigint, o_remaining bigint, o_name text, o_kind text, o_requirement smallint,
      o_urgent boolean, o_proposer text, o_attempts text, o_payload bytea
    ) LANGUAGE plpgsql @settings@ AS $$
    DECLARE
      v_now timestamptz := clock_timestamp();
      v_until timestamptz := v_now + p_lease * interval '1 microsecond';
      v_exclusive text[];
      v_ended bigint[];
      v_ended_tokens bigint[];
      v_renewed bigint[];
      v_renewed_tokens bigint[];
      v_stored text[] := '{}';
      v_refused text[] := '{}';
      v_lost bigint[];
      v_lost_tokens bigint[];
      v_ids bigint[] := '{}';
      v_tokens bigint[] := '{}';
      v_places integer[] := '{}';
      v_given record;
    BEGIN
      SELECT claimed, claimed_tokens, claimed_places, lost, lost_tokens
      INTO v_ids, v_tokens, v_places, v_lost, v_lost_tokens
      FROM clients WHERE id = p_client AND epoch = p_epoch AND turned = p_number;
      IF NOT FOUND THEN
        v_ids := '{}';
        v_tokens := '{}';
        v_places := '{}';
        IF cardinality(p_ids) > 0 THEN
          SELECT * INTO v_ended, v_ended_tokens FROM end_runs(
            v_now, p_ids, p_tokens, p_states, p_waits, p_counted, p_reasons, p_told, p_proposers,
            p_runs, p_totals, p_attempts);
        END IF;
        IF cardinality(p_kept) > 0 THEN
          SELECT * INTO v_renewed, v_renewed_tokens
          FROM renew_runs(v_until, p_kept, p_kept_tokens);
        END IF;
        SELECT array_agg(r.id ORDER BY r.n), array_agg(r.token ORDER BY r.n)
        INTO v_lost, v_lost_tokens
        FROM unnest(p_ids || p_kept, p_tokens || p_kept_tokens) WITH ORDINALITY AS r (id, token, n)
        WHERE r.token IS DISTINCT FROM CASE WHEN n <= cardinality(p_ids)
          THEN v_ended_tokens[array_position(v_ended, r.id)]
          ELSE v_renewed_tokens[array_position(v_renewed, r.id)] END;
        IF 0 = ANY (p_states) THEN
          RETURN QUERY SELECT DISTINCT 4::smallint, NULL::bigint, NULL::bigint, NULL::integer,
            NULL::integer, NULL::bigint, NULL::bigint, NULL::bigint, l.destination, l.kind,
            l.requirement, l.urgent, NULL::text, NULL::text, NULL::bytea
          FROM jobs j JOIN lanes l ON l.id = j.lane WHERE j.id = ANY (v_ended) AND j.state = 0;
          IF FOUND THEN PERFORM pg_notify(@channel@, p_client::text); END IF;
        END IF;
        SELECT coalesce(array_agg(c.d), '{}') INTO v_exclusive
        FROM unnest(p_claims, p_exclusive) AS c (d, e) WHERE c.e;
        IF cardinality(p_paces) > 0 OR cardinality(v_exclusive) > 0 THEN
          v_stored := store_paces(
            v_now, p_paces, p_gaps, p_sizes, p_holds, p_revisions, v_exclusive);
        END IF;
        FOR i IN 1..cardinality(p_claims) LOOP
          EXIT WHEN (SELECT moving FROM settings);
          IF p_claims[i] <> ALL (v_stored) AND EXISTS (
            SELECT FROM paces
            WHERE destination = p_claims[i] AND revision > p_claim_revisions[i]
          ) THEN
            v_refused := v_refused || p_claims[i];
            CONTINUE;
          END IF;
          CONTINUE WHEN p_exclusive[i] AND EXISTS (
            SELECT FROM jobs j JOIN lanes l ON l.id = j.lane
            WHERE j.state = 2 AND j.until > v_now AND l.destination = p_claims[i]);
          SELECT c.* INTO v_given FROM (
            SELECT array_agg(n::integer) AS places, array_agg(u.kind) AS kinds,
              array_agg(u.requirement) AS requirements, array_agg(u.urgent) AS urgent
            FROM unnest(p_lane_claims, p_lane_kinds, p_lane_requirements, p_lane_urgent)
              WITH ORDINALITY AS u (claim, kind, requirement, urgent, n)
            WHERE u.claim = i
          ) AS s, claim(
            v_now, v_until, p_worker, p_claims[i], p_limits[i], s.places, s.kinds, s.requirements,
            s.urgent) AS c;
          v_ids := v_ids || v_given.o_ids;
          v_tokens := v_tokens || v_given.o_tokens;
          v_places := v_places || v_given.o_places;
          RETURN QUERY SELECT 2::smallint, NULL::bigint, NULL::bigint, u.n::integer, NULL::integer,
            NULL::bigint, NULL::bigint, NULL::bigint, NULL::text, NULL::text, NULL::smallint,
            NULL::boolean, NULL::text, NULL::text, NULL::bytea
          FROM unnest(p_lane_claims, p_lane_kinds, p_lane_requirements, p_lane_urgent)
            WITH ORDINALITY AS u (claim, kind, requirement, urgent, n)
          WHERE u.claim = i AND NOT EXISTS (
            SELECT FROM lanes l JOIN jobs j ON j.lane = l.id AND j.state = 0
              AND (j.deadline IS NULL OR j.deadline > v_now)
            WHERE l.destination = p_claims[i] AND l.kind = u.kind
              AND l.requirement = u.requirement AND l.urgent = u.urgent);
        END LOOP;
        IF cardinality(v_ended) > 0 OR cardinality(v_renewed) > 0 OR cardinality(v_stored) > 0
          OR cardinality(v_ids) > 0
        THEN
          UPDATE clients SET turned = p_number, claimed = v_ids, claimed_tokens = v_tokens,
            claimed_places = v_places, lost = v_lost, lost_tokens = v_lost_tokens,
            seen = clock_timestamp()
          WHERE id = p_client AND epoch = p_epoch;
          IF NOT FOUND THEN
            RAISE EXCEPTION 'another connection has taken over' USING ERRCODE = 'NW001';
          END IF;
        END IF;
      END IF;
      RETURN QUERY SELECT 0::smallint, j.id, j.token, g.place, j.attempt, j.run, j.total,
        (extract(epoch FROM j.deadline - v_now) * 1000000)::bigint, j.origin, NULL::text,
        NULL::smallint, NULL::boolean, j.proposer, j.attempts, j.payload
      FROM unnest(v_ids, v_tokens, v_places) WITH ORDINALITY AS g (id, token, place, n)
      JOIN jobs j ON j.id = g.id AND j.token = g.token AND j.state = 2 ORDER BY g.n;
      RETURN QUERY SELECT 1::smallint, r.id, r.token, NULL::integer, NULL::integer, NULL::bigint,
        NULL::bigint, NULL::bigint, NULL::text, NULL::text, NULL::smallint, NULL::boolean,
        NULL::text, NULL::text, NULL::bytea
      FROM unnest(v_lost, v_lost_tokens) AS r (id, token);
      RETURN QUERY SELECT 3::smallint, NULL::bigint, p.revision, NULL::integer, NULL::integer, p.gap,
        p.size, greatest((extract(epoch FROM p.hold - v_now) * 1000000)::bigint, 0), p.destination,
        NULL::text, NULL::smallint, NULL::boolean, NULL::text, NULL::text, NULL::bytea
      FROM paces p WHERE p.destination = ANY (p_paces || v_refused) AND p.revision > 0;
    END $$
    """
}
