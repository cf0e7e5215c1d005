import NetwatchCore
import NetwatchJobs

/// Reads what the function `turn` returns.
struct TurnAnswer: Sendable {
  /// What the worker is told.
  private(set) var result = StoreTurnResult()

  /// The lanes that reports of this turn have made ready.
  private(set) var ready: [JobLane] = []

  init(_ rows: PostgresResult, _ turn: OrderedTurn, identity: String) throws(JobStoreError) {
    var lost: [JobRun] = []
    for row in rows.rows {
      switch rows.value(row, 0, as: Int16.self) {
      case 0: try readClaimed(rows, row, turn, identity)
      case 1: try lost.append(Self.run(rows, row))
      case 2: if let lane = turn.lane(at: rows.value(row, 3)) { result.drained.append(lane) }
      case 3: readPace(rows, row)
      case 4: if let lane = Self.lane(rows, row) { ready.append(lane) }
      default: break
      }
    }
    result.lost = turn.lost(lost)
  }

  private static func run(_ rows: PostgresResult, _ row: Int) throws(JobStoreError) -> JobRun {
    guard let id = rows.value(row, 1, as: Int64.self),
      let token = rows.value(row, 2, as: Int64.self)
    else { throw .unreadable }
    return JobRun(id: JobID(rawValue: id), token: token)
  }

  private static func lane(_ rows: PostgresResult, _ row: Int) -> JobLane? {
    JobLane(
      destination: rows.value(row, 8),
      kind: rows.value(row, 9),
      requirement: rows.value(row, 10),
      isUrgent: rows.value(row, 11)
    )
  }

  private mutating func readClaimed(
    _ rows: PostgresResult,
    _ row: Int,
    _ turn: OrderedTurn,
    _ identity: String
  ) throws(JobStoreError) {
    let run = try Self.run(rows, row)
    guard let lane = turn.lane(at: rows.value(row, 3)) else { throw .unreadable }
    result.claimed.append(
      ClaimedJob(
        run: run,
        lane: lane,
        owner: rows.value(row, 9),
        payload: rows.value(row, 14) ?? [],
        attempt: Int(rows.value(row, 4, as: Int32.self) ?? 1),
        history: JobHistory(rows, row, run: 5, total: 6, proposer: 12, attempts: 13),
        deadline: rows.value(row, 7, as: Int64.self).map { max(.microseconds($0), .zero) },
        idempotencyKey: rows.value(row, 8) ?? "\(identity)-\(run.id)"
      )
    )
  }

  private mutating func readPace(_ rows: PostgresResult, _ row: Int) {
    guard let destination = rows.value(row, 8, as: String.self) else { return }
    result.paces[destination] = StoredPace(rows, row, gap: 5, size: 6, hold: 7, revision: 2)
  }

}

extension JobStoreError {
  /// What is stored is not what this program stores.
  static var unreadable: Self {
    JobStoreError(
      .damaged,
      "PostgreSQL: the schema's functions answer something else than expected"
    )
  }
}

extension JobLane {
  /// A lane as it is stored; nil where something is missing.
  init?(destination: String?, kind: String?, requirement: Int16?, isUrgent: Bool?) {
    guard let destination, let kind, let isUrgent,
      let requirement = requirement.flatMap({ JobRequirement(rawValue: Int8(clamping: $0)) })
    else { return nil }
    self.init(
      destination: destination,
      kind: kind,
      requirement: requirement,
      isUrgent: isUrgent
    )
  }
}

extension JobHistory {
  /// A history in the columns that are named.
  init(_ rows: PostgresResult, _ row: Int, run: Int, total: Int, proposer: Int, attempts: Int) {
    self.init(
      retries: RetryHistory(
        totalRetries: Int(rows.value(row, total, as: Int64.self) ?? 0),
        lastProposer: rows.value(row, proposer),
        runLength: Int(rows.value(row, run, as: Int64.self) ?? 0)
      ),
      attempts: JobAttempts(json: rows.value(row, attempts))
    )
  }
}

extension StoredPace {
  /// A pace in the columns that are named.
  init(_ rows: PostgresResult, _ row: Int, gap: Int, size: Int, hold: Int, revision: Int) {
    self.init(
      gap: .microseconds(rows.value(row, gap, as: Int64.self) ?? 0),
      window: Int(rows.value(row, size, as: Int64.self) ?? 1),
      hold: .microseconds(max(rows.value(row, hold, as: Int64.self) ?? 0, 0)),
      revision: rows.value(row, revision) ?? 0
    )
  }
}
