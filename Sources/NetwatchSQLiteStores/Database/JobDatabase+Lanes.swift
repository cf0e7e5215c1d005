import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  private enum SQL {
    static let find: StaticString = """
      SELECT id FROM netwatch_lanes
      WHERE destination = ?1 AND kind = ?2 AND requirement = ?3 AND urgent = ?4
      """
    static let add: StaticString = """
      INSERT INTO netwatch_lanes (destination, kind, requirement, urgent) VALUES (?1, ?2, ?3, ?4)
      RETURNING id
      """
    static let read: StaticString = """
      SELECT destination, kind, requirement, urgent FROM netwatch_lanes WHERE id = ?1
      """
  }

  /// The number of a lane; nil where it never had a job.
  func id(of lane: JobLane) throws(SQLiteError) -> Int64? {
    if let id = lanes[lane] { return id }
    guard let id = try bound(SQL.find, lane).first({ $0.integer(0) }) else { return nil }
    lanes.learn(lane, id)
    return id
  }

  /// The number of a lane, which it is given where it has none.
  func idForJob(in lane: JobLane) throws(SQLiteError) -> Int64 {
    if let id = try id(of: lane) { return id }
    guard let id = try bound(SQL.add, lane).first({ $0.integer(0) }) else {
      throw SQLiteError.damaged("a lane got no number")
    }
    lanes.learn(lane, id)
    return id
  }

  /// The lane of a job.
  func lane(_ id: Int64) throws(SQLiteError) -> JobLane {
    guard let lane = try knownLane(id) else {
      throw SQLiteError.damaged("a job is in lane \(id), which is not there")
    }
    return lane
  }

  /// The lane with a number; nil where there is none.
  func knownLane(_ id: Int64) throws(SQLiteError) -> JobLane? {
    if let lane = lanes[id] { return lane }
    let statement = try connection.statement(SQL.read)
    statement.bind(id, at: 1)
    let lane = try statement.first { JobLane($0, from: 0) }
    if let lane { lanes.learn(lane, id) }
    return lane
  }

  private func bound(_ sql: StaticString, _ lane: JobLane) throws(SQLiteError) -> SQLiteStatement {
    let statement = try connection.statement(sql)
    statement.bind(lane.destination, at: 1)
    statement.bind(lane.kind, at: 2)
    statement.bind(Int64(lane.requirement.rawValue), at: 3)
    statement.bind(lane.isUrgent ? 1 : 0, at: 4)
    return statement
  }
}

extension JobLane {
  /// Reads a lane from four columns in a row: destination, kind, requirement, urgent.
  init(_ row: SQLiteStatement, from column: CInt) {
    self.init(
      destination: row.text(column) ?? "",
      kind: row.text(column + 1) ?? "",
      requirement: Int8(exactly: row.integer(column + 2)).flatMap(JobRequirement.init)
        ?? .internet,
      isUrgent: row.integer(column + 3) != 0
    )
  }
}
