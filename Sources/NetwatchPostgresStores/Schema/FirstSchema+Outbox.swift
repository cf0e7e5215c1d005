extension FirstSchema {
  /// The functions for everybody, which store a job in the caller's own transaction.
  enum Outbox {
    /// Refuses names that no store takes.
    static let checkName = """
      CREATE FUNCTION check_name(p_name text, p_operand text) RETURNS void
      LANGUAGE plpgsql IMMUTABLE AS $$
      BEGIN
        IF p_name IS NULL OR octet_length(p_name) NOT BETWEEN 1 AND 255 THEN
          RAISE EXCEPTION 'the % has % bytes; expected 1 to 255', p_operand,
            coalesce(octet_length(p_name), 0) USING ERRCODE = '22023';
        END IF;
      END $$
      """

    /// Reads seconds, or an interval in words, from the options; null where they have none.
    static let microseconds = """
      CREATE FUNCTION microseconds(p_options jsonb, p_name text) RETURNS bigint
      LANGUAGE plpgsql IMMUTABLE AS $$
      DECLARE
        v_text text := p_options ->> p_name;
        v_seconds numeric;
      BEGIN
        IF v_text IS NULL THEN RETURN NULL; END IF;
        IF jsonb_typeof(p_options -> p_name) = 'number' THEN
          v_seconds := v_text::numeric;
        ELSE
          v_seconds := extract(epoch FROM v_text::interval);
        END IF;
        IF v_seconds < 0 THEN RAISE data_exception; END IF;
        RETURN least(v_seconds, 6000000000) * 1000000;
      EXCEPTION WHEN data_exception THEN
        RAISE EXCEPTION '% is %; expected seconds, or an interval such as "5 minutes"',
          p_name, p_options -> p_name USING ERRCODE = '22023';
      END $$
      """

    /// Stores a job whose payload is bytes.
    ///
    /// It acts with the rights of the schema's owner, so that a caller needs none but USAGE on the
    /// schema, and can do nothing else with it.
    static let submit = """
      CREATE FUNCTION submit(kind text, payload bytea, options jsonb DEFAULT '{}') RETURNS bigint
      LANGUAGE plpgsql SECURITY DEFINER @settings@ AS $$
      DECLARE
        v_destination text := coalesce(options ->> 'destination', 'default');
        v_key text := options ->> 'uniqueKey';
        v_priority smallint;
        v_requirement smallint;
        v_unknown text;
        v_longest bigint;
      BEGIN
        IF jsonb_typeof(options) IS DISTINCT FROM 'object' THEN
          RAISE EXCEPTION 'the options are %; expected a JSON object', options
            USING ERRCODE = '22023';
        END IF;
        SELECT name INTO v_unknown FROM jsonb_object_keys(options) AS o (name)
        WHERE name <> ALL (ARRAY[
          'destination', 'priority', 'uniqueKey', 'notBefore', 'deadline', 'requirement'])
        LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'the option % is unknown; expected destination, priority, uniqueKey, notBefore, deadline or requirement',
            v_unknown USING ERRCODE = '22023';
        END IF;
        PERFORM check_name(kind, 'kind');
        PERFORM check_name(v_destination, 'destination');
        IF v_key IS NOT NULL THEN PERFORM check_name(v_key, 'uniqueKey'); END IF;
        SELECT value INTO v_priority
        FROM (VALUES ('low', -1), ('normal', 0), ('high', 1)) AS p (name, value)
        WHERE name = coalesce(options ->> 'priority', 'normal');
        IF NOT FOUND THEN
          RAISE EXCEPTION 'the priority is %; expected low, normal or high',
            options -> 'priority' USING ERRCODE = '22023';
        END IF;
        SELECT value INTO v_requirement
        FROM (VALUES ('nothing', 0), ('route', 1), ('internet', 2)) AS r (name, value)
        WHERE name = coalesce(options ->> 'requirement', 'internet');
        IF NOT FOUND THEN
          RAISE EXCEPTION 'the requirement is %; expected nothing, route or internet',
            options -> 'requirement' USING ERRCODE = '22023';
        END IF;
        SELECT s.payload INTO v_longest FROM settings s;
        IF payload IS NULL OR octet_length(payload) > v_longest THEN
          RAISE EXCEPTION 'the payload has % bytes; expected at most %',
            octet_length(payload), v_longest USING ERRCODE = '22023';
        END IF;
        PERFORM pg_notify(@channel@, '');
        RETURN abs((add_jobs(
          ARRAY[v_destination], ARRAY[kind], ARRAY[v_requirement], ARRAY[v_priority = 1],
          ARRAY[1], ARRAY[payload], ARRAY[v_priority], ARRAY[v_key],
          ARRAY[microseconds(options, 'notBefore')], ARRAY[microseconds(options, 'deadline')]))[1]);
      END $$
      """

    /// Stores a job whose payload is text, as UTF-8.
    static let submitText = """
      CREATE FUNCTION submit(kind text, payload text, options jsonb DEFAULT '{}') RETURNS bigint
      LANGUAGE sql AS $$
        SELECT @schema@.submit(kind, convert_to(payload, 'UTF8'), options)
      $$
      """

    /// Stores a job whose payload is JSON, as UTF-8.
    static let submitJSON = """
      CREATE FUNCTION submit(kind text, payload jsonb, options jsonb DEFAULT '{}') RETURNS bigint
      LANGUAGE sql AS $$
        SELECT @schema@.submit(kind, convert_to(payload::text, 'UTF8'), options)
      $$
      """
  }
}
