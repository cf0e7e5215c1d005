import NetwatchCore
import NetwatchJobs
import NetwatchSQLite

extension HistoryRecord {
  /// Reads a row of a page.
  init(_ row: SQLiteStatement) throws(SQLiteError) {
    let event: HistoryEvent =
      switch HistoryEvent.Kind(rawValue: row.integer(1)) {
      case .state: .state(try StateEntry(row))
      case .job: .job(try JobTransition(row))
      case .probe: .probe(try ProbeReport(row))
      case .gap: .gap(row.text(14) ?? "")
      case .interruption: .interruption
      case nil: throw SQLiteError.damaged("an event is of an unknown kind")
      }
    self.init(id: row.integer(0), time: WallTime(microseconds: row.integer(2)), event: event)
  }
}

extension StateEntry {
  fileprivate init(_ row: SQLiteStatement) throws(SQLiteError) {
    self.init(
      level: try row.word(3),
      cause: try row.word(4),
      explanation: row.text(5) ?? "",
      identity: row.text(6) ?? "",
      json: row.bytes(7)
    )
  }
}

extension JobTransition {
  fileprivate init(_ row: SQLiteStatement) throws(SQLiteError) {
    self.init(
      id: JobID(rawValue: row.integer(8)),
      kind: row.text(9) ?? "",
      destination: row.text(10) ?? "",
      owner: row.text(11),
      from: row.optionalInteger(12).flatMap { JobState(rawValue: Int8(truncatingIfNeeded: $0)) },
      to: try row.jobState(13),
      reason: row.text(14) ?? ""
    )
  }
}

extension ProbeReport {
  fileprivate init(_ row: SQLiteStatement) throws(SQLiteError) {
    self.init(
      endpoint: row.text(15) ?? "",
      family: try row.word(16),
      outcome: try row.word(17),
      status: row.optionalInteger(19).map { Int($0) },
      location: row.text(20),
      isVerifiedByTLS: row.integer(18) != 0,
      timings: ProbeTimings(
        lookup: row.duration(21),
        connect: row.duration(22),
        tls: row.duration(23),
        firstByte: row.duration(24),
        total: row.duration(25) ?? .zero
      )
    )
  }
}

extension SQLiteStatement {
  /// A column that holds one of a few words.
  func word<Word: RawRepresentable<String>>(_ column: CInt) throws(SQLiteError) -> Word {
    guard let word = text(column).flatMap(Word.init) else {
      throw SQLiteError.damaged("an event holds a word that is not known")
    }
    return word
  }

  /// A column that holds a job's state.
  func jobState(_ column: CInt) throws(SQLiteError) -> JobState {
    guard let state = JobState(rawValue: Int8(truncatingIfNeeded: integer(column))) else {
      throw SQLiteError.damaged("an event holds a job's state that is not known")
    }
    return state
  }

  fileprivate func duration(_ column: CInt) -> Duration? {
    optionalInteger(column).map { .microseconds($0) }
  }
}
