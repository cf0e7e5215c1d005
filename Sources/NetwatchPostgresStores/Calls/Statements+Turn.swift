import NetwatchCore
import NetwatchJobs

extension Statements {
  /// A worker's turn, with its lists in an order of their own.
  func turn(_ turn: OrderedTurn, _ fence: Fence) -> Statement {
    var statement = Statement(turnSQL)
    statement.add(fence)
    statement.add(turn.worker.withoutNUL)
    statement.add(turn.lease.storedMicroseconds)
    add(turn.reports, to: &statement)
    statement.add(array: turn.renewals.map(\.id.rawValue))
    statement.add(array: turn.renewals.map(\.token))
    add(turn.paces, to: &statement)
    add(turn.claims, to: &statement)
    add(turn.lanes, to: &statement)
    return statement
  }

  private func add(_ reports: [JobReport], to statement: inout Statement) {
    statement.add(array: reports.map(\.run.id.rawValue))
    statement.add(array: reports.map(\.run.token))
    statement.add(array: reports.map { Int16($0.outcome.state.rawValue) })
    statement.add(array: reports.map { $0.outcome.delay.map(\.storedMicroseconds) })
    statement.add(array: reports.map(\.outcome.isCounted))
    statement.add(array: reports.map(\.outcome.reason))
    statement.add(array: reports.map { $0.history != nil })
    statement.add(array: reports.map { $0.history?.retries.lastProposer?.withoutNUL })
    statement.add(array: reports.map { Int64($0.history?.retries.runLength ?? 0) })
    statement.add(array: reports.map { Int64($0.history?.retries.totalRetries ?? 0) })
    statement.add(array: reports.map { $0.history?.attempts.json })
  }

  private func add(
    _ paces: [(destination: String, pace: StoredPace)],
    to statement: inout Statement
  ) {
    statement.add(array: paces.map(\.destination))
    statement.add(array: paces.map(\.pace.gap.storedMicroseconds))
    statement.add(array: paces.map { Int64($0.pace.window) })
    statement.add(array: paces.map(\.pace.hold.storedMicroseconds))
    statement.add(array: paces.map(\.pace.revision))
  }

  private func add(_ claims: [JobClaim], to statement: inout Statement) {
    statement.add(array: claims.map(\.destination))
    statement.add(array: claims.map { Int32(clamping: max($0.limit, 0)) })
    statement.add(array: claims.map(\.isExclusive))
    statement.add(array: claims.map(\.paceRevision))
  }

  private func add(_ lanes: [(claim: Int32, lane: JobLane)], to statement: inout Statement) {
    statement.add(array: lanes.map(\.claim))
    statement.add(array: lanes.map(\.lane.kind))
    statement.add(array: lanes.map { Int16($0.lane.requirement.rawValue) })
    statement.add(array: lanes.map(\.lane.isUrgent))
  }
}

extension JobOutcome {
  fileprivate var state: JobState {
    switch self {
    case .succeeded: .succeeded
    case .dead: .dead
    case .again(let delay, _): delay > .zero ? .waiting : .ready
    }
  }

  /// How long the job waits; nil where it does not.
  var delay: Duration? {
    guard case .again(let delay, _) = self, delay > .zero else { return nil }
    return delay
  }

  fileprivate var isCounted: Bool {
    guard case .again(_, let isCounted) = self else { return true }
    return isCounted
  }

  fileprivate var reason: String? {
    guard case .dead(let reason) = self else { return nil }
    return reason.withoutNUL
  }
}

extension String {
  /// The text as PostgreSQL takes it, which has no place for NUL.
  var withoutNUL: String {
    utf8.contains(0) ? String(decoding: utf8.filter { $0 != 0 }, as: UTF8.self) : self
  }
}
