import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
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
    try flushRows()
    return receipts
  }

  /// The unfinished job that has a key already.
  func holder(of key: String?, kind: String) throws(SQLiteError) -> JobID? {
    guard let key else { return nil }
    try flushRows()
    let statement = try connection.statement(SQL.holder)
    statement.bind(key, at: 1)
    statement.bind(kind, at: 2)
    return try statement.first { JobID(rawValue: $0.integer(0)) }
  }

  /// Stores a job, unless another has its unique key; ``flushRows()`` has to follow.
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
    let laneID = try idForJob(in: lane)
    try insert(NewRow(id: id, lane: laneID, job: job, now: now, created: created))
    totals.last = id.rawValue
    totals.added(bytes: job.payload.count)
    note(job, in: lane)
    return JobReceipt(id: id, isDuplicate: false)
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
