extension FirstSchema {
  /// The functions of a connection's beginning, and those for single jobs.
  enum Managing {
    /// Lets a client's new connection take over from its older ones.
    ///
    /// It waits for what an older one has under way, and what comes from an older one later fails.
    static let hello = """
      CREATE FUNCTION hello(p_client uuid, p_jobs bigint, p_bytes bigint, p_payload bigint)
      RETURNS bigint LANGUAGE plpgsql @settings@ AS $$
      DECLARE
        v_epoch bigint;
      BEGIN
        INSERT INTO clients (id, epoch, seen) VALUES (p_client, 1, clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET epoch = clients.epoch + 1, seen = excluded.seen
        RETURNING epoch INTO v_epoch;
        UPDATE settings SET jobs = p_jobs, bytes = p_bytes, payload = p_payload
        WHERE (jobs, bytes, payload) <> (p_jobs, p_bytes, p_payload);
        RETURN v_epoch;
      END $$
      """

    /// Cancels a job that is not finished, and tells its kind and what it did.
    static let cancel = """
      CREATE FUNCTION cancel(p_id bigint) RETURNS TABLE (o_kind text, o_was smallint)
      LANGUAGE plpgsql @settings@ AS $$
      DECLARE
        v_size bigint;
      BEGIN
        SELECT kind, state, octet_length(payload) INTO o_kind, o_was, v_size
        FROM jobs WHERE id = p_id AND state < 3 FOR UPDATE;
        IF NOT FOUND THEN RETURN; END IF;
        UPDATE jobs SET state = 5, until = NULL, worker = NULL, finished = clock_timestamp()
        WHERE id = p_id;
        PERFORM add_totals(-1, -v_size);
        RETURN NEXT;
      END $$
      """

    /// Makes a job ready that waits, is dead or was cancelled, and tells its lane and what it did.
    static let retryNow = """
      CREATE FUNCTION retry_now(p_client uuid, p_id bigint) RETURNS TABLE (
        o_kind text, o_was smallint, o_destination text, o_requirement smallint, o_urgent boolean
      ) LANGUAGE plpgsql @settings@ AS $$
      DECLARE
        v_size bigint;
      BEGIN
        SELECT j.kind, j.state, l.destination, l.requirement, l.urgent, octet_length(j.payload)
        INTO o_kind, o_was, o_destination, o_requirement, o_urgent, v_size
        FROM jobs j JOIN lanes l ON l.id = j.lane
        WHERE j.id = p_id AND j.state IN (1, 4, 5) FOR UPDATE OF j;
        IF NOT FOUND THEN RETURN; END IF;
        UPDATE jobs SET state = 0, until = NULL, vanished = 0 WHERE id = p_id;
        IF o_was > 2 THEN
          UPDATE jobs SET proposer = NULL, run = 0, total = 0, finished = NULL, reason = NULL,
            deadline = CASE WHEN deadline > clock_timestamp() THEN deadline END
          WHERE id = p_id;
          PERFORM add_totals(1, v_size);
        END IF;
        PERFORM pg_notify(@channel@, p_client::text);
        RETURN NEXT;
      EXCEPTION WHEN unique_violation THEN
        RAISE EXCEPTION 'another job has the uniqueKey of job % by now', p_id
          USING ERRCODE = '22023';
      END $$
      """

    /// Removes finished jobs of a state beyond an age and a count, so many at most, and clients that
    /// nobody has heard of for a day.
    static let prune = """
      CREATE FUNCTION prune(p_states smallint[], p_ages bigint[], p_counts bigint[], p_limit integer)
      RETURNS integer LANGUAGE plpgsql @settings@ AS $$
      DECLARE
        v_now timestamptz := clock_timestamp();
        v_sum integer := 0;
        v_count integer;
      BEGIN
        FOR i IN 1..cardinality(p_states) LOOP
          DELETE FROM jobs WHERE id IN (
            SELECT id FROM jobs
            WHERE state = p_states[i] AND state > 2
              AND finished <= v_now - p_ages[i] * interval '1 microsecond'
            ORDER BY finished, id LIMIT p_limit - v_sum FOR UPDATE SKIP LOCKED);
          GET DIAGNOSTICS v_count = ROW_COUNT;
          v_sum := v_sum + v_count;
          DELETE FROM jobs WHERE id IN (
            SELECT id FROM jobs WHERE state = p_states[i] AND state > 2
            ORDER BY finished DESC, id DESC OFFSET p_counts[i] LIMIT p_limit - v_sum);
          GET DIAGNOSTICS v_count = ROW_COUNT;
          v_sum := v_sum + v_count;
        END LOOP;
        DELETE FROM clients WHERE seen < v_now - interval '1 day';
        RETURN v_sum;
      END $$
      """
  }
}
