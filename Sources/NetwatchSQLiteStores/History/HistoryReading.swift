import NetwatchSQLite

/// What is in a history about a time; of use to whoever it is handed to, until they return.
package struct HistoryReading {
  /// More states than this are not looked at; of more, the oldest are left out.
  package static let stateLimit = 100_000

  /// More probes than this are not looked at.
  package static let probeLimit = 2_000_000

  private let database: HistoryDatabase
  private let start: Int64
  private let end: Int64

  init(_ database: HistoryDatabase, _ start: Int64, _ end: Int64) {
    (self.database, self.start, self.end) = (database, start, end)
  }

  /// All runs, in their order.
  package func runs() throws -> [HistoryRun] { try database.runs() }

  /// The states of the time, in their order, and the one before them.
  package func states() throws -> [StateRow] {
    try database.states(from: start, limit: Self.stateLimit)
  }

  /// Shows each probe of the time, the earliest first.
  package func probes(_ show: (ProbeRow) -> Void) throws {
    try database.probes(from: start, to: end, limit: Self.probeLimit, show)
  }
}
