import NetwatchJobs

extension Statements {
  static let statesQuery = """
    SELECT state, count(*) FROM @schema@.jobs WHERE state > 2 GROUP BY state
    """

  /// The unfinished jobs by lane and state, and the paces.
  static let destinationsQuery = """
    SELECT l.destination, l.kind, c.state, c.count, NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint
    FROM (
      SELECT lane, 0::smallint AS state, count(*) FROM @schema@.jobs WHERE state = 0 GROUP BY lane
      UNION ALL
      SELECT lane, 1::smallint, count(*) FROM @schema@.jobs WHERE state = 1 GROUP BY lane
      UNION ALL
      SELECT lane, 2::smallint, count(*) FROM @schema@.jobs WHERE state = 2 GROUP BY lane
    ) AS c JOIN @schema@.lanes l ON l.id = c.lane
    UNION ALL
    SELECT destination, NULL, NULL, NULL, gap, size,
      greatest((extract(epoch FROM hold - statement_timestamp()) * 1000000)::bigint, 0), revision
    FROM @schema@.paces WHERE revision > 0
    """

  /// The bytes of all payloads that are to be kept, and the age of the oldest such job.
  static let oldestQuery = """
    SELECT (SELECT sum(bytes)::bigint FROM @schema@.totals), (
      SELECT (extract(epoch FROM statement_timestamp() - created) * 1000000)::bigint
      FROM @schema@.jobs WHERE state < 3 ORDER BY id LIMIT 1)
    """

  /// The unfinished jobs by owner and destination.
  static let usageQuery = """
    SELECT c.owner, l.destination, sum(c.count)::bigint, sum(c.bytes)::bigint
    FROM (
      SELECT owner, lane, count(*) AS count, sum(octet_length(payload)) AS bytes
      FROM @schema@.jobs WHERE state < 3 GROUP BY owner, lane
    ) AS c JOIN @schema@.lanes l ON l.id = c.lane
    GROUP BY c.owner, l.destination
    """
}

extension StoreUsage {
  /// Reads a row of the query for what jobs take.
  init?(_ rows: PostgresResult, _ row: Int) {
    guard let destination = rows.value(row, 1, as: String.self) else { return nil }
    self.init(
      owner: rows.value(row, 0),
      destination: destination,
      jobs: Int(rows.value(row, 2, as: Int64.self) ?? 0),
      bytes: Int(rows.value(row, 3, as: Int64.self) ?? 0)
    )
  }
}

extension StoreStatistics {
  /// Reads what the three queries return.
  init(states: PostgresResult) {
    self.init(states: [:], bytes: 0, kinds: [:], destinations: [:], oldest: nil)
    addStates(states)
  }

  /// Adds what the query for finished jobs returns.
  private mutating func addStates(_ rows: PostgresResult) {
    for row in rows.rows {
      guard let state = JobState(stored: rows.value(row, 0)) else { continue }
      states[state, default: 0] += Int(rows.value(row, 1, as: Int64.self) ?? 0)
    }
  }

  /// Adds what the query for destinations returns.
  func adding(destinations rows: PostgresResult) -> Self {
    var sum = self
    for row in rows.rows { sum.addDestination(rows, row) }
    return sum
  }

  private mutating func addDestination(_ rows: PostgresResult, _ row: Int) {
    guard let name = rows.value(row, 0, as: String.self) else { return }
    var destination = destinations[name] ?? Destination(jobs: 0, pace: nil)
    if let kind = rows.value(row, 1, as: String.self) {
      let count = Int(rows.value(row, 3, as: Int64.self) ?? 0)
      if let state = JobState(stored: rows.value(row, 2)) { states[state, default: 0] += count }
      kinds[kind, default: 0] += count
      destination.jobs += count
    } else {
      destination.pace = StoredPace(rows, row, gap: 4, size: 5, hold: 6, revision: 7)
    }
    destinations[name] = destination
  }

  /// Adds what the query for the oldest job returns.
  func adding(oldest rows: PostgresResult) -> Self {
    var sum = self
    sum.bytes = Int(rows.value(0, 0, as: Int64.self) ?? 0)
    sum.oldest = rows.value(0, 1, as: Int64.self).map { max(.microseconds($0), .zero) }
    return sum
  }
}
