/// The schema's third version: finished jobs are removed beyond so many bytes of payloads too.
///
/// The parameter that is new comes last and has a default, so that programs of earlier versions that are
/// connected go on.
enum ThirdSchema {
  /// What leads to it from the second one.
  static let statements = [
    "DROP FUNCTION prune",
    FirstSchema.Managing.prune.changed(
      (
        "p_counts bigint[], p_limit integer)",
        "p_counts bigint[], p_limit integer,\n  p_bytes bigint[] DEFAULT NULL)"
      ),
      ("  END LOOP;", "\(beyondBytes)\n  END LOOP;")
    ),
  ]

  /// The jobs behind the newest whose payloads are kept: of payloads that are stored elsewhere, their
  /// lengths are read without them.
  private static let beyondBytes = """
        IF p_bytes IS NOT NULL THEN
          DELETE FROM jobs WHERE id IN (
            SELECT id FROM (
              SELECT id, finished,
                sum(octet_length(payload)) OVER (ORDER BY finished DESC, id DESC) AS bytes
              FROM jobs WHERE state = p_states[i] AND state > 2) AS kept
            WHERE bytes > p_bytes[i] ORDER BY finished, id LIMIT p_limit - v_sum);
          GET DIAGNOSTICS v_count = ROW_COUNT;
          v_sum := v_sum + v_count;
        END IF;
    """
}
