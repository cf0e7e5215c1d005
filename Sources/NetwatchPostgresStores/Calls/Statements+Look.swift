import NetwatchJobs

extension Statements {
  func look(_ look: StoreLook) -> Statement {
    var statement = Statement(lookSQL)
    statement.add(Int32(clamping: max(look.vanishLimit, 1)))
    statement.add(Int32(clamping: max(look.limit, 0)))
    return statement
  }
}

extension StoreView {
  /// Reads what the function `look` returns.
  init(_ rows: PostgresResult) throws(JobStoreError) {
    self.init(lanes: [], next: nil, paces: [:], transitions: [])
    for row in rows.rows {
      switch rows.value(row, 0, as: Int16.self) {
      case 0: try transitions.append(JobTransition(rows, row))
      case 1: if let lane = Self.lane(rows, row) { lanes.insert(lane) }
      case 2:
        guard let destination = rows.value(row, 2, as: String.self) else { throw .unreadable }
        paces[destination] = StoredPace(rows, row, gap: 10, size: 11, hold: 12, revision: 9)
      case 3: next = rows.value(row, 12, as: Int64.self).map { max(.microseconds($0), .zero) }
      default: break
      }
    }
  }

  private static func lane(_ rows: PostgresResult, _ row: Int) -> JobLane? {
    JobLane(
      destination: rows.value(row, 2),
      kind: rows.value(row, 3),
      requirement: rows.value(row, 7),
      isUrgent: rows.value(row, 8)
    )
  }
}

extension JobTransition {
  fileprivate init(_ rows: PostgresResult, _ row: Int) throws(JobStoreError) {
    guard let id = rows.value(row, 1, as: Int64.self),
      let kind = rows.value(row, 3, as: String.self),
      let destination = rows.value(row, 2, as: String.self),
      let to = JobState(stored: rows.value(row, 5))
    else { throw .unreadable }
    self.init(
      id: JobID(rawValue: id),
      kind: kind,
      destination: destination,
      owner: rows.value(row, 13),
      from: JobState(stored: rows.value(row, 4)),
      to: to,
      reason: rows.value(row, 6) ?? ""
    )
  }
}

extension JobState {
  /// A state as it is stored.
  init?(stored: Int16?) {
    guard let stored, let state = Self(rawValue: Int8(clamping: stored)) else { return nil }
    self = state
  }
}
