import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    static let insert: StaticString = """
      INSERT INTO netwatch_jobs (
        id, state, lane, rank, priority, until, deadline, delay, time_limit, unique_key, payload
      ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """
    static let holder: StaticString = """
      SELECT jobs.id FROM netwatch_jobs AS jobs JOIN netwatch_lanes AS lanes ON lanes.id = jobs.lane
      WHERE jobs.unique_key = ?1 AND jobs.unique_key IS NOT NULL AND jobs.state < 3
        AND lanes.kind = ?2
      """
  }

  /// Stores jobs, all or none; the names in them are in order already.
  func submit(_ jobs: [NewJob]) throws -> [JobReceipt] {
    try refuseWhileMoving()
    try checkRoom(for: jobs)
    let (now, wall) = (clock.now, clock.wall)
    var receipts: [JobReceipt] = []
    receipts.reserveCapacity(jobs.count)
    for job in jobs { receipts.append(try add(job, now: now, created: wall)) }
    return receipts
  }

  /// The unfinished job that has a key already.
  func holder(of key: String?, kind: String) throws(SQLiteError) -> JobID? {
    guard let key else { return nil }
    let statement = try connection.statement(SQL.holder)
    statement.bind(key, at: 1)
    statement.bind(kind, at: 2)
    return try statement.first { JobID(rawValue: $0.integer(0)) }
  }

  /// Stores a job, unless another has its unique key.
  func add(
    _ job: NewJob,
    now: Int64,
    created: Int64
  ) throws(SQLiteError) -> JobReceipt {
    if let holder = try holder(of: job.options.uniqueKey, kind: job.kind) {
      return JobReceipt(id: holder, isDuplicate: true)
    }
    let id = JobID(rawValue: totals.last &+ 1)
    let lane = job.lane
    let delay = job.options.notBefore?.storeMilliseconds
    try insert(job, id, lane: try idForJob(in: lane), delay: delay, now: now, created: created)
    totals.last = id.rawValue
    totals.added(bytes: job.payload.count)
    note(job, in: lane)
    return JobReceipt(id: id, isDuplicate: false)
  }

  private func insert(
    _ job: NewJob,
    _ id: JobID,
    lane: Int64,
    delay: Int64?,
    now: Int64,
    created: Int64
  ) throws(SQLiteError) {
    let due = delay.flatMap { $0 > 0 ? now &+ $0 : nil }
    let limit = job.options.deadline?.storeMilliseconds
    let statement = try connection.statement(SQL.insert)
    statement.bind(id.rawValue, at: 1)
    statement.bind(due == nil ? 0 : 1, at: 2)
    statement.bind(lane, at: 3)
    statement.bind(job.options.priority.rank(created: created), at: 4)
    statement.bind(Int64(job.options.priority.rawValue), at: 5)
    statement.bind(due, at: 6)
    statement.bind(limit.map { now &+ $0 }, at: 7)
    statement.bind(delay, at: 8)
    statement.bind(limit, at: 9)
    statement.bind(job.options.uniqueKey, at: 10)
    statement.bind(job.payload, at: 11)
    try statement.run()
  }

  /// Observers have to know when a job can run, and when it has run out of time.
  func note(_ job: NewJob, in lane: JobLane) {
    if let delay = job.options.notBefore, delay > .zero {
      changes.due(after: delay)
    } else {
      changes.ready(lane)
    }
    if let limit = job.options.deadline { changes.due(after: max(limit, .zero)) }
  }

  /// Refuses what there is no room for, before anything is changed.
  func checkRoom(for jobs: [NewJob]) throws {
    let bytes = jobs.reduce(0) { $0 + $1.payload.count }
    if totals.jobs &+ jobs.count <= limits.jobs, totals.bytes &+ bytes <= limits.bytes { return }
    let new = try withoutDuplicates(jobs)
    try limits.check(
      jobs: totals.jobs &+ new.count,
      bytes: totals.bytes &+ new.reduce(0) { $0 + $1.payload.count }
    )
  }

  /// The jobs that would be stored.
  private func withoutDuplicates(_ jobs: [NewJob]) throws(SQLiteError) -> [NewJob] {
    var seen: Set<[String]> = []
    var new: [NewJob] = []
    for job in jobs {
      if let key = job.options.uniqueKey {
        guard try holder(of: key, kind: job.kind) == nil, seen.insert([job.kind, key]).inserted
        else { continue }
      }
      new.append(job)
    }
    return new
  }
}
