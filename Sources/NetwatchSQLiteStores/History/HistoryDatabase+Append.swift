import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension HistoryDatabase {
  private enum SQL {
    static let addState: StaticString = """
      INSERT INTO netwatch_events (kind, run, time, level, cause, explanation, identity, json)
      VALUES (0, ?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """
    static let addProbe: StaticString = """
      INSERT INTO netwatch_events
        (kind, run, time, endpoint, family, outcome, verified, status, location,
         lookup, connect, tls, first_byte, total)
      VALUES (2, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
      """
    static let addGap: StaticString = """
      INSERT INTO netwatch_events (kind, run, time, reason) VALUES (3, ?1, ?2, ?3)
      """
    static let addInterruption: StaticString = """
      INSERT INTO netwatch_events (kind, run, time) VALUES (4, ?1, ?2)
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
    var jobs: [JobChange] = []
    for input in inputs {
      if case .event(.job(let transition), let time) = input {
        jobs.append(JobChange(transition: transition, time: time))
        continue
      }
      records += try add(&jobs)
      switch input {
      case .began(let entry, let time):
        records += try begin(at: time)
        guard entry.identity != memory.identity else { continue }
        records.append(try add(.state(entry), at: time))
      case .event(let event, let time):
        if memory.run == nil { records += try begin(at: time) }
        records.append(try add(event, at: time))
      }
    }
    records += try add(&jobs)
    try prune(atLeast: records.count)
    return records
  }

  /// Writes down changes of jobs that have gathered.
  private func add(_ jobs: inout [JobChange]) throws(SQLiteError) -> [HistoryRecord] {
    guard let first = jobs.first else { return [] }
    var records = memory.run == nil ? try begin(at: first.time) : []
    records += try add(jobs)
    jobs = []
    return records
  }

  /// Begins a run.
  ///
  /// - Returns: The event that says so where the run before was interrupted.
  private func begin(at time: WallTime) throws(SQLiteError) -> [HistoryRecord] {
    let isSequel = try beginRun(at: time.microseconds)
    return isSequel ? [] : [try add(.interruption, at: time)]
  }

  /// Writes down an event, in the run that is under way.
  func add(_ event: HistoryEvent, at time: WallTime) throws(SQLiteError) -> HistoryRecord {
    let statement =
      switch event {
      case .state(let entry): try statement(entry)
      case .job(let transition): try statement(transition, at: time)
      case .probe(let report): try statement(report)
      case .gap(let reason): try statement(gap: reason)
      case .interruption: try connection.statement(SQL.addInterruption)
      }
    statement.bind(memory.run, at: 1)
    statement.bind(time.microseconds, at: 2)
    try statement.run()
    let id = connection.lastInsertedID
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
