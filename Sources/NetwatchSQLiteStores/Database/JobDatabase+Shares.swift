import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    /// From one to the next by the index, past all their jobs, and at last NULL, which is nobody.
    static let owners: StaticString = """
      WITH RECURSIVE owners (owner) AS (
        SELECT min(owner) FROM netwatch_jobs WHERE finished IS NOT NULL AND state = ?1
        UNION ALL
        SELECT (
          SELECT min(owner) FROM netwatch_jobs
          WHERE finished IS NOT NULL AND state = ?1 AND owner > owners.owner)
        FROM owners WHERE owners.owner IS NOT NULL
      )
      SELECT owner FROM owners
      """
    static let first: StaticString = """
      SELECT id FROM netwatch_jobs
      WHERE finished IS NOT NULL AND state = ?1 AND owner IS ?2 AND finished <= ?3
      ORDER BY finished, id LIMIT ?4
      """
    static let counts: StaticString = """
      SELECT owner, count(*) FROM netwatch_jobs WHERE finished IS NOT NULL AND state = ?1
      GROUP BY owner
      """
    static let bytes: StaticString = """
      SELECT owner, sum(length(payload)) FROM netwatch_jobs
      WHERE finished IS NOT NULL AND state = ?1 GROUP BY owner
      """
    static let beyondBytes: StaticString = """
      SELECT id FROM (
        SELECT id, finished, sum(length(payload)) OVER (ORDER BY finished DESC, id DESC) AS bytes
        FROM netwatch_jobs WHERE finished IS NOT NULL AND state = ?1 AND owner IS ?2)
      WHERE bytes > ?3 ORDER BY finished, id LIMIT ?4
      """
  }

  /// Who has finished jobs of a state, nobody among them in any case.
  func ownersOfFinished(_ state: JobState) throws(SQLiteError) -> [String?] {
    let statement = try connection.statement(SQL.owners)
    statement.bind(Int64(state.rawValue), at: 1)
    return try statement.all { $0.text(0) }
  }

  /// The jobs of an owner that ended first, up to a moment.
  func firstFinished(
    _ state: JobState,
    of owner: String?,
    until end: Int64,
    _ limit: Int
  ) throws(SQLiteError) -> [Int64] {
    try ids(SQL.first, state, owner, end, limit)
  }

  /// Who has how many jobs more than their share of a limit, those who have the most first.
  func countExcesses(
    _ state: JobState,
    _ limit: Int
  ) throws(SQLiteError) -> [(owner: String?, excess: Int)] {
    let (shares, level) = try shares(SQL.counts, state, limit)
    return shares.map { ($0.owner, $0.amount - level) }
  }

  /// Who has more bytes of payloads than their share of a limit, and how many everybody may have.
  func byteExcesses(
    _ state: JobState,
    _ limit: Int
  ) throws(SQLiteError) -> (owners: [String?], level: Int) {
    let (shares, level) = try shares(SQL.bytes, state, limit)
    return (shares.map(\.owner), level)
  }

  /// The jobs of an owner behind the newest whose payloads have no more than so many bytes.
  func finished(
    _ state: JobState,
    of owner: String?,
    beyondBytes bytes: Int,
    _ limit: Int
  ) throws(SQLiteError) -> [Int64] {
    try ids(SQL.beyondBytes, state, owner, Int64(bytes), limit)
  }

  /// The jobs that a statement finds of an owner's, by a bound of its own, so many at most.
  private func ids(
    _ sql: StaticString,
    _ state: JobState,
    _ owner: String?,
    _ bound: Int64,
    _ limit: Int
  ) throws(SQLiteError) -> [Int64] {
    let statement = try connection.statement(sql)
    statement.bind(Int64(state.rawValue), at: 1)
    statement.bind(owner, at: 2)
    statement.bind(bound, at: 3)
    statement.bind(Int64(limit), at: 4)
    return try statement.all { $0.integer(0) }
  }

  private typealias Share = (owner: String?, amount: Int)

  /// Those who have more than everybody may, the most first.
  private func shares(
    _ sql: StaticString,
    _ state: JobState,
    _ limit: Int
  ) throws(SQLiteError) -> (above: [Share], level: Int) {
    let statement = try connection.statement(sql)
    statement.bind(Int64(state.rawValue), at: 1)
    let all: [Share] = try statement.all { ($0.text(0), Int($0.integer(1))) }
    let level = FairShare.level(of: all.map(\.amount), limit: limit)
    return (all.filter { $0.amount > level }.sorted { $0.amount > $1.amount }, level)
  }
}
