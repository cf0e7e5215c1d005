import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    /// The states are bits of a number.
    static let any: StaticString = """
      SELECT jobs.id FROM netwatch_jobs AS jobs
      WHERE jobs.id > ?1 AND (?2 >> jobs.state) & 1 AND (
        (?3 IS NULL AND ?4 IS NULL) OR jobs.lane IN (
          SELECT id FROM netwatch_lanes
          WHERE kind = coalesce(?3, kind) AND destination = coalesce(?4, destination)
        )
      )
      ORDER BY jobs.id LIMIT ?5
      """

    /// The same without those that are ready, which may be a million that need not be looked at.
    static let unready: StaticString = """
      SELECT jobs.id FROM netwatch_jobs AS jobs
      WHERE jobs.id > ?1 AND jobs.id IN (
        SELECT id FROM netwatch_jobs WHERE until IS NOT NULL AND (?2 >> state) & 1
        UNION ALL
        SELECT id FROM netwatch_jobs WHERE finished IS NOT NULL AND (?2 >> state) & 1
      ) AND (
        (?3 IS NULL AND ?4 IS NULL) OR jobs.lane IN (
          SELECT id FROM netwatch_lanes
          WHERE kind = coalesce(?3, kind) AND destination = coalesce(?4, destination)
        )
      )
      ORDER BY jobs.id LIMIT ?5
      """

    /// The same of one owner, by the index for that, in which they stand by their numbers.
    static let owned: StaticString = """
      SELECT jobs.id FROM netwatch_jobs AS jobs INDEXED BY netwatch_owners
      WHERE jobs.owner = ?6 AND jobs.id > ?1 AND (?2 >> jobs.state) & 1
        AND (
        (?3 IS NULL AND ?4 IS NULL) OR jobs.lane IN (
          SELECT id FROM netwatch_lanes
          WHERE kind = coalesce(?3, kind) AND destination = coalesce(?4, destination)
        )
      )
      ORDER BY jobs.id LIMIT ?5
      """

    /// The same with one key, by the index for that.
    static let keyed: StaticString = """
      SELECT jobs.id FROM netwatch_jobs AS jobs INDEXED BY netwatch_keys
      WHERE jobs.unique_key = ?7 AND jobs.id > ?1 AND (?2 >> jobs.state) & 1
        AND (?6 IS NULL OR jobs.owner = ?6) AND (
        (?3 IS NULL AND ?4 IS NULL) OR jobs.lane IN (
          SELECT id FROM netwatch_lanes
          WHERE kind = coalesce(?3, kind) AND destination = coalesce(?4, destination)
        )
      )
      ORDER BY jobs.id LIMIT ?5
      """

    /// Counted without a sort, which would take memory for each job.
    static let unfinished: StaticString = """
      SELECT owner, lane, length(payload) FROM netwatch_jobs WHERE state < 3
      """
  }

  /// The numbers of the jobs that a query names.
  func ids(matching query: JobQuery) throws(SQLiteError) -> [JobID] {
    guard !query.uniqueKeys.isEmpty else { return try ids(matching: query, key: nil) }
    var ids: [JobID] = []
    for key in query.uniqueKeys { ids += try self.ids(matching: query, key: key) }
    return Array(ids.sorted().prefix(query.limit))
  }

  /// Those of one key; nil: whatever keys they have.
  private func ids(matching query: JobQuery, key: String?) throws(SQLiteError) -> [JobID] {
    let states = query.states.isEmpty ? Set(JobState.allCases) : query.states
    let statement = try statement(for: query, among: states, key: key)
    statement.bind(query.after?.rawValue ?? 0, at: 1)
    statement.bind(states.reduce(Int64(0)) { $0 | 1 << Int64($1.rawValue) }, at: 2)
    statement.bind(query.kind, at: 3)
    statement.bind(query.destination, at: 4)
    statement.bind(Int64(min(max(query.limit, 1), 10_000)), at: 5)
    return try statement.all { JobID(rawValue: $0.integer(0)) }
  }

  /// The statement that has the least to look at.
  private func statement(
    for query: JobQuery,
    among states: Set<JobState>,
    key: String?
  ) throws(SQLiteError) -> SQLiteStatement {
    guard query.owner != nil || key != nil else {
      return try connection.statement(states.contains(.ready) ? SQL.any : SQL.unready)
    }
    let statement = try connection.statement(key == nil ? SQL.owned : SQL.keyed)
    statement.bind(query.owner, at: 6)
    if let key { statement.bind(key, at: 7) }
    return statement
  }

  /// Counts the jobs that are not finished, for each owner and destination.
  func usage() throws(SQLiteError) -> [StoreUsage] {
    var usage: [Share: StoreUsage] = [:]
    _ = try connection.statement(SQL.unfinished).all { row throws(SQLiteError) in
      let destination = try lane(row.integer(1)).destination
      let share = Share(owner: row.text(0), destination: destination)
      let empty = StoreUsage(owner: share.owner, destination: destination, jobs: 0, bytes: 0)
      usage[share, default: empty].jobs += 1
      usage[share, default: empty].bytes &+= Int(row.integer(2))
    }
    return Array(usage.values)
  }

  /// Whose jobs, and where they go.
  private struct Share: Hashable {
    let owner: String?
    let destination: String
  }
}
