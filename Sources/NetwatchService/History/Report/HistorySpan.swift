internal import NetwatchCore
internal import NetwatchSQLiteStores

/// A time in which one thing is known of the connection, or nothing.
struct HistorySpan: Hashable, Sendable {
  /// Its beginning, in microseconds since 1970.
  var start: Int64

  /// Its end, after the beginning.
  var end: Int64

  /// What is known; nil where the service was not there.
  var state: SpanState?

  /// How long it is, in microseconds.
  var length: Int64 { end - start }
}

/// What reports say of a state.
struct SpanState: Hashable, Sendable {
  let level: ConnectivityLevel
  let cause: ChangeCause
  let explanation: String

  init(level: ConnectivityLevel, cause: ChangeCause, explanation: String) {
    (self.level, self.cause, self.explanation) = (level, cause, explanation)
  }

  init(_ row: StateRow) {
    self.init(level: row.level, cause: row.cause, explanation: row.explanation)
  }

  var isAvailable: Bool { level.isAssumedAvailable }
}

extension Int64 {
  /// A moment as near as possible to this one whose distance from any other can be told.
  var boundedMoment: Int64 { Swift.min(Swift.max(self, -1 << 61), 1 << 61) }
}
