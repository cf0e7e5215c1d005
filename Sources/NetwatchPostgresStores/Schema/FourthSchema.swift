/// The schema's fourth version: owners have fair shares of the finished jobs that are kept.
///
/// The function `prune` has the parameters that it had, so that programs of earlier versions that are
/// connected go on.
enum FourthSchema {
  /// What leads to it from the third one.
  static let statements = [
    "DROP INDEX jobs_finished",
    "CREATE INDEX jobs_finished ON jobs (state, owner, finished, id) WHERE state > 2",
    fairShare, removeFirst, removeBeyond, prune,
  ]

  /// The most that each may keep of what they have, the most first, as `FairShare` has it; null where
  /// all may be kept.
  private static let fairShare = """
    CREATE FUNCTION fair_share(p_amounts bigint[], p_limit bigint) RETURNS bigint
    LANGUAGE plpgsql IMMUTABLE AS $$
    DECLARE
      v_left bigint := p_limit;
    BEGIN
      FOR i IN REVERSE coalesce(cardinality(p_amounts), 0)..1 LOOP
        IF p_amounts[i] > v_left / i THEN RETURN v_left / i; END IF;
        v_left := v_left - p_amounts[i];
      END LOOP;
      RETURN NULL;
    END $$
    """

  /// Removes the jobs of an owner that ended first, and returns how many.
  private static let removeFirst = """
    CREATE FUNCTION remove_first(p_state smallint, p_owner text, p_limit bigint)
    RETURNS integer LANGUAGE plpgsql AS $$
    DECLARE
      v_count integer;
    BEGIN
      IF p_owner IS NULL THEN
        DELETE FROM jobs WHERE id IN (
          SELECT id FROM jobs WHERE state = p_state AND state > 2 AND owner IS NULL
          ORDER BY finished, id LIMIT p_limit FOR UPDATE SKIP LOCKED);
      ELSE
        DELETE FROM jobs WHERE id IN (
          SELECT id FROM jobs WHERE state = p_state AND state > 2 AND owner = p_owner
          ORDER BY finished, id LIMIT p_limit FOR UPDATE SKIP LOCKED);
      END IF;
      GET DIAGNOSTICS v_count = ROW_COUNT;
      RETURN v_count;
    END $$
    """

  /// Removes the jobs of an owner behind the newest whose payloads have no more than so many bytes, and
  /// returns how many: of payloads that are stored elsewhere, their lengths are read without them.
  ///
  /// One that somebody makes ready meanwhile stays, as its state is looked at again.
  private static let removeBeyond = """
    CREATE FUNCTION remove_beyond(p_state smallint, p_owner text, p_bytes bigint, p_limit bigint)
    RETURNS integer LANGUAGE plpgsql AS $$
    DECLARE
      v_count integer;
    BEGIN
      DELETE FROM jobs WHERE state = p_state AND id IN (
        SELECT id FROM (
          SELECT id, finished,
            sum(octet_length(payload)) OVER (ORDER BY finished DESC, id DESC) AS bytes
          FROM jobs
          WHERE state = p_state AND state > 2 AND owner IS NOT DISTINCT FROM p_owner) AS kept
        WHERE bytes > p_bytes ORDER BY finished, id LIMIT p_limit);
      GET DIAGNOSTICS v_count = ROW_COUNT;
      RETURN v_count;
    END $$
    """

  /// Removes finished jobs of a state beyond an age, a count and so many bytes, so many at most, first
  /// of the owners who have the most; and clients that nobody has heard of for a day.
  private static let prune = """
    CREATE OR REPLACE FUNCTION prune(
      p_states smallint[], p_ages bigint[], p_counts bigint[], p_limit integer,
      p_bytes bigint[] DEFAULT NULL
    ) RETURNS integer LANGUAGE plpgsql @settings@ AS $$
    DECLARE
      v_now timestamptz := clock_timestamp();
      v_left integer := p_limit;
      v_count integer;
      v_owners text[];
      v_amounts bigint[];
      v_level bigint;
    BEGIN
      FOR i IN 1..cardinality(p_states) LOOP
        DELETE FROM jobs WHERE id IN (
          SELECT id FROM jobs
          WHERE state = p_states[i] AND state > 2
            AND finished <= v_now - p_ages[i] * interval '1 microsecond'
          ORDER BY finished, id LIMIT v_left FOR UPDATE SKIP LOCKED);
        GET DIAGNOSTICS v_count = ROW_COUNT;
        v_left := v_left - v_count;

        SELECT array_agg(owner ORDER BY amount DESC, owner),
          array_agg(amount ORDER BY amount DESC, owner)
        INTO v_owners, v_amounts
        FROM (
          SELECT owner, count(*) AS amount FROM jobs WHERE state = p_states[i] AND state > 2
          GROUP BY owner
        ) AS c;
        v_level := fair_share(v_amounts, p_counts[i]);
        FOR k IN 1..coalesce(cardinality(v_owners), 0) LOOP
          EXIT WHEN v_left = 0 OR v_level IS NULL OR v_amounts[k] <= v_level;
          v_left := v_left
            - remove_first(p_states[i], v_owners[k], least(v_amounts[k] - v_level, v_left));
        END LOOP;

        CONTINUE WHEN p_bytes IS NULL;
        SELECT array_agg(owner ORDER BY amount DESC, owner),
          array_agg(amount ORDER BY amount DESC, owner)
        INTO v_owners, v_amounts
        FROM (
          SELECT owner, sum(octet_length(payload))::bigint AS amount FROM jobs
          WHERE state = p_states[i] AND state > 2 GROUP BY owner
        ) AS c;
        v_level := fair_share(v_amounts, p_bytes[i]);
        FOR k IN 1..coalesce(cardinality(v_owners), 0) LOOP
          EXIT WHEN v_left = 0 OR v_level IS NULL OR v_amounts[k] <= v_level;
          v_left := v_left - remove_beyond(p_states[i], v_owners[k], v_level, v_left);
        END LOOP;
      END LOOP;
      DELETE FROM clients WHERE seen < v_now - interval '1 day';
      RETURN p_limit - v_left;
    END $$
    """
}
