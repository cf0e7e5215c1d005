import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    static let find: StaticString = """
      SELECT lane, length(payload) FROM netwatch_jobs WHERE id = ?1 AND state = 2 AND token = ?2
      """
    static let end: StaticString = """
      UPDATE netwatch_jobs SET state = ?2, until = ?3, finished = ?4, reason = ?5,
        attempt = attempt - ?6, vanished = 0
      WHERE id = ?1
      """
    static let noteHistory: StaticString = """
      UPDATE netwatch_jobs SET proposer = ?2, run_length = ?3, retries = ?4, attempts = ?5
      WHERE id = ?1
      """
    static let renew: StaticString = """
      UPDATE netwatch_jobs SET until = ?3 WHERE id = ?1 AND state = 2 AND token = ?2
      """
  }

  /// What a report makes of a job.
  private struct Ending {
    var state: JobState
    var until: Int64?
    var finished: Int64?
    var reason: String?
    var attemptsBack: Int64 = 0
  }

  /// Ends a run.
  ///
  /// - Returns: Whether it had the job.
  func end(_ report: JobReport) throws(SQLiteError) -> Bool {
    let statement = try connection.statement(SQL.find)
    statement.bind(report.run.id.rawValue, at: 1)
    statement.bind(report.run.token, at: 2)
    guard let (lane, bytes) = try statement.first({ ($0.integer(0), Int($0.integer(1))) })
    else { return false }
    if let history = report.history { try note(history, of: report.run.id) }
    let ending = ending(report.outcome)
    try store(ending, of: report.run.id)
    if ending.state.isFinal { totals.removed(bytes: bytes) }
    try tellEnding(report.outcome, lane)
    return true
  }

  /// Has a lease last longer.
  ///
  /// - Returns: Whether the run has the job.
  func renew(_ run: JobRun, until lease: Int64) throws(SQLiteError) -> Bool {
    let statement = try connection.statement(SQL.renew)
    statement.bind(run.id.rawValue, at: 1)
    statement.bind(run.token, at: 2)
    statement.bind(lease, at: 3)
    try statement.run()
    return connection.changes > 0
  }

  /// Stores what a job has behind it.
  func note(_ history: JobHistory, of id: JobID) throws(SQLiteError) {
    let statement = try connection.statement(SQL.noteHistory)
    statement.bind(id.rawValue, at: 1)
    statement.bind(history.retries.lastProposer, at: 2)
    statement.bind(Int64(history.retries.runLength), at: 3)
    statement.bind(Int64(history.retries.totalRetries), at: 4)
    statement.bind(history.attempts.json, at: 5)
    try statement.run()
  }

  private func ending(_ outcome: JobOutcome) -> Ending {
    switch outcome {
    case .succeeded: Ending(state: .succeeded, finished: clock.wall)
    case .dead(let reason): Ending(state: .dead, finished: clock.wall, reason: reason)
    case .again(let delay, let isCounted) where delay > .zero:
      Ending(
        state: .waiting,
        until: clock.now &+ delay.storeMilliseconds,
        attemptsBack: isCounted ? 0 : 1
      )
    case .again(_, let isCounted): Ending(state: .ready, attemptsBack: isCounted ? 0 : 1)
    }
  }

  private func store(_ ending: Ending, of id: JobID) throws(SQLiteError) {
    let statement = try connection.statement(SQL.end)
    statement.bind(id.rawValue, at: 1)
    statement.bind(Int64(ending.state.rawValue), at: 2)
    statement.bind(ending.until, at: 3)
    statement.bind(ending.finished, at: 4)
    statement.bind(ending.reason, at: 5)
    statement.bind(ending.attemptsBack, at: 6)
    try statement.run()
  }

  private func tellEnding(_ outcome: JobOutcome, _ lane: Int64) throws(SQLiteError) {
    guard case .again(let delay, _) = outcome else { return }
    if delay > .zero { changes.due(after: delay) } else { changes.ready(try self.lane(lane)) }
  }
}
