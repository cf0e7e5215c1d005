import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension HistoryDatabase {
  private enum SQL {
    static let addState: StaticString = """
      INSERT INTO netwatch_events (kind, run, time, level, cause, explanation, identity, json)
      VALUES (0, ?1, ?2, ?3, ?4, ?5, ?6, ?7) RETURNING id
      """
    static let addJob: StaticString = """
      INSERT INTO netwatch_events
        (kind, run, time, job, job_kind, destination, owner, job_from, job_to, reason)
      VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) RETURNING id
      """
    static let addProbe: StaticString = """
      INSERT INTO netwatch_events
        (kind, run, time, endpoint, family, outcome, verified, status, location,
         lookup, connect, tls, first_byte, total)
      VALUES (2, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) RETURNING id
      """
    static let addGap: StaticString = """
      INSERT INTO netwatch_events (kind, run, time, reason) VALUES (3, ?1, ?2, ?3) RETURNING id
      """
    static let endpoint: StaticString = "SELECT id FROM netwatch_endpoints WHERE name = ?1"
    static let addEndpoint: StaticString = """
      INSERT INTO netwatch_endpoints (name) VALUES (?1) RETURNING id
      """
  }

  /// Writes down what has happened, in its order.
  ///
  /// - Returns: The events that are new.
  func append(_ inputs: [HistoryInput]) throws(SQLiteError) -> [HistoryRecord] {
    // First: where the clock was set, it belongs to a run of its own.
    try compareClocks()
    var records: [HistoryRecord] = []
    records.reserveCapacity(inputs.count)
    for input in inputs {
      switch input {
      case .began(let entry, let time):
        try beginRun(at: time.microseconds)
        guard entry.identity != memory.identity else { continue }
        records.append(try add(.state(entry), at: time))
      case .event(let event, let time): records.append(try add(event, at: time))
      }
    }
    try prune(atLeast: records.count)
    return records
  }

  private func add(_ event: HistoryEvent, at time: WallTime) throws(SQLiteError) -> HistoryRecord {
    let statement =
      switch event {
      case .state(let entry): try statement(entry)
      case .job(let transition): try statement(transition)
      case .probe(let report): try statement(report)
      case .gap(let reason): try statement(gap: reason)
      }
    statement.bind(try run(at: time.microseconds), at: 1)
    statement.bind(time.microseconds, at: 2)
    guard let id = try statement.first({ $0.integer(0) }) else {
      throw SQLiteError.damaged("an event got no id")
    }
    memory.newest = id
    memory.kept[event.share, default: KeptEvents()].count += 1
    if case .state(let entry) = event { memory.identity = entry.identity }
    return HistoryRecord(id: id, time: time, event: event)
  }

  private func statement(_ entry: StateEntry) throws(SQLiteError) -> SQLiteStatement {
    let statement = try connection.statement(SQL.addState)
    statement.bind(entry.level.rawValue, at: 3)
    statement.bind(entry.cause.rawValue, at: 4)
    statement.bind(entry.explanation, at: 5)
    statement.bind(entry.identity, at: 6)
    statement.bind(entry.json, at: 7)
    return statement
  }

  private func statement(_ transition: JobTransition) throws(SQLiteError) -> SQLiteStatement {
    let statement = try connection.statement(SQL.addJob)
    statement.bind(transition.id.rawValue, at: 3)
    statement.bind(transition.kind, at: 4)
    statement.bind(transition.destination, at: 5)
    statement.bind(transition.owner, at: 6)
    statement.bind(transition.from.map { Int64($0.rawValue) }, at: 7)
    statement.bind(Int64(transition.to.rawValue), at: 8)
    statement.bind(transition.reason, at: 9)
    return statement
  }

  private func statement(_ report: ProbeReport) throws(SQLiteError) -> SQLiteStatement {
    let endpoint = try endpoint(report.endpoint)
    let statement = try connection.statement(SQL.addProbe)
    statement.bind(endpoint, at: 3)
    statement.bind(report.family.rawValue, at: 4)
    statement.bind(report.outcome.rawValue, at: 5)
    statement.bind(report.isVerifiedByTLS ? 1 : 0, at: 6)
    statement.bind(report.status.map { Int64($0) }, at: 7)
    statement.bind(report.location, at: 8)
    statement.bind(report.timings.lookup?.clampedMicroseconds, at: 9)
    statement.bind(report.timings.connect?.clampedMicroseconds, at: 10)
    statement.bind(report.timings.tls?.clampedMicroseconds, at: 11)
    statement.bind(report.timings.firstByte?.clampedMicroseconds, at: 12)
    statement.bind(report.timings.total.clampedMicroseconds, at: 13)
    return statement
  }

  private func statement(gap reason: String) throws(SQLiteError) -> SQLiteStatement {
    let statement = try connection.statement(SQL.addGap)
    statement.bind(reason, at: 3)
    return statement
  }

  /// The number of an endpoint; one that is new gets one.
  private func endpoint(_ name: String) throws(SQLiteError) -> Int64 {
    if let known = memory.endpoints[name] { return known }
    for sql in [SQL.endpoint, SQL.addEndpoint] {
      let statement = try connection.statement(sql)
      statement.bind(name, at: 1)
      guard let id = try statement.first({ $0.integer(0) }) else { continue }
      memory.endpoints[name] = id
      return id
    }
    throw SQLiteError.damaged("an endpoint got no number")
  }
}
