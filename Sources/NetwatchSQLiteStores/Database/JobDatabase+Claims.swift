import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    static let running: StaticString = """
      SELECT 1 FROM netwatch_jobs AS jobs JOIN netwatch_lanes AS lanes ON lanes.id = jobs.lane
      WHERE jobs.until IS NOT NULL AND jobs.state = 2 AND jobs.until > ?1
        AND lanes.destination = ?2
      LIMIT 1
      """
    static let candidates: StaticString = """
      SELECT rank, id FROM netwatch_jobs
      WHERE state = 0 AND lane = ?1 AND (deadline IS NULL OR deadline > ?2)
      ORDER BY rank, id LIMIT ?3
      """
    static let read: StaticString = """
      SELECT payload, attempt, token, proposer, run_length, retries, attempts, deadline, origin,
        owner
      FROM netwatch_jobs WHERE id = ?1
      """
    static let take: StaticString = """
      UPDATE netwatch_jobs
      SET state = 2, until = ?2, worker = ?3, attempt = attempt + 1, token = token + 1
      WHERE id = ?1
      """
  }

  /// The most jobs that one claim gets.
  private static let claimLimit = 10_000

  /// A job that may be taken, in the order in which that is done.
  private struct Candidate: Comparable {
    let rank: Int64
    let id: Int64
    let lane: JobLane

    static func < (lhs: Self, rhs: Self) -> Bool { (lhs.rank, lhs.id) < (rhs.rank, rhs.id) }
  }

  /// Hands a worker as many jobs of the lanes it names as it asks for.
  func serve(
    _ claim: JobClaim,
    until lease: Int64,
    for worker: String,
    now: Int64,
    _ result: inout StoreTurnResult
  ) throws(SQLiteError) {
    if claim.isExclusive, try isRunning(claim.destination, now: now) { return }
    let lanes = Set(claim.lanes)
    let limit = min(max(claim.limit, 0), Self.claimLimit)
    var candidates: [Candidate] = []
    var drained: Set<JobLane> = []
    for lane in lanes {
      // One more than asked for, to know whether the lane is drained.
      let found = try self.candidates(in: lane, limit + 1, now: now)
      if found.count <= limit { drained.insert(lane) }
      candidates += found
    }
    if lanes.count > 1 { candidates.sort() }
    for candidate in candidates.prefix(limit) {
      result.claimed.append(try take(candidate, until: lease, for: worker, now: now))
    }
    for candidate in candidates.dropFirst(limit) { drained.remove(candidate.lane) }
    result.drained += drained
  }

  private func isRunning(_ destination: String, now: Int64) throws(SQLiteError) -> Bool {
    let statement = try connection.statement(SQL.running)
    statement.bind(now, at: 1)
    statement.bind(destination, at: 2)
    return try statement.first { _ in true } ?? false
  }

  private func candidates(
    in lane: JobLane,
    _ limit: Int,
    now: Int64
  ) throws(SQLiteError) -> [Candidate] {
    guard let id = try id(of: lane) else { return [] }
    let statement = try connection.statement(SQL.candidates)
    statement.bind(id, at: 1)
    statement.bind(now, at: 2)
    statement.bind(Int64(limit), at: 3)
    return try statement.all { Candidate(rank: $0.integer(0), id: $0.integer(1), lane: lane) }
  }

  private func take(
    _ candidate: Candidate,
    until lease: Int64,
    for worker: String,
    now: Int64
  ) throws(SQLiteError) -> ClaimedJob {
    let read = try connection.statement(SQL.read)
    read.bind(candidate.id, at: 1)
    guard let job = try read.first({ claimed(candidate, $0, now: now) }) else {
      throw SQLiteError.damaged("job \(candidate.id) stands in an index only")
    }
    let statement = try connection.statement(SQL.take)
    statement.bind(candidate.id, at: 1)
    statement.bind(lease, at: 2)
    statement.bind(worker, at: 3)
    try statement.run()
    return job
  }

  /// The job as its worker gets it, from its row before that is changed.
  private func claimed(
    _ candidate: Candidate,
    _ row: SQLiteStatement,
    now: Int64
  ) -> ClaimedJob {
    let id = JobID(rawValue: candidate.id)
    return ClaimedJob(
      run: JobRun(id: id, token: row.integer(2) &+ 1),
      lane: candidate.lane,
      owner: row.text(9),
      payload: row.bytes(0),
      attempt: Int(row.integer(1)) &+ 1,
      history: JobHistory(row, from: 3),
      deadline: row.optionalInteger(7).map { .milliseconds($0 &- now) },
      idempotencyKey: idempotencyKey(of: id, origin: row.text(8))
    )
  }

  /// What names a job everywhere: what it brought along, where it comes from another store.
  func idempotencyKey(of id: JobID, origin: String?) -> String { origin ?? "\(identity)-\(id)" }
}

extension JobHistory {
  /// Reads a history from four columns in a row: proposer, run length, retries, attempts.
  init(_ row: SQLiteStatement, from column: CInt) {
    self.init(
      retries: RetryHistory(
        totalRetries: Int(row.integer(column + 2)),
        lastProposer: row.text(column),
        runLength: Int(row.integer(column + 1))
      ),
      attempts: JobAttempts(json: row.text(column + 3))
    )
  }
}
