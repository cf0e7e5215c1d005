package import NetwatchCore

/// A time in which the service was there and its clock was not set, in microseconds since 1970.
package struct HistoryRun: Hashable, Sendable {
  package var id: Int64
  package var start: Int64

  /// When it was last seen; nil while it is under way.
  package var end: Int64?

  package init(id: Int64, start: Int64, end: Int64?) {
    (self.id, self.start, self.end) = (id, start, end)
  }
}

/// A state as reports need it.
package struct StateRow: Hashable, Sendable {
  /// The run that it was found in.
  package var run: Int64

  /// When it began, in microseconds since 1970.
  package var time: Int64

  package var level: ConnectivityLevel
  package var cause: ChangeCause
  package var explanation: String

  package init(
    run: Int64,
    time: Int64,
    level: ConnectivityLevel,
    cause: ChangeCause,
    explanation: String
  ) {
    (self.run, self.time, self.level) = (run, time, level)
    (self.cause, self.explanation) = (cause, explanation)
  }
}

/// A probe as reports need it.
package struct ProbeRow: Hashable, Sendable {
  package var endpoint: String
  package var family: AddressFamily

  /// When it ended, in microseconds since 1970.
  package var time: Int64

  /// Whether it showed that packets get through.
  package var isSuccess: Bool

  /// How long it took.
  package var microseconds: Int64

  package init(
    endpoint: String,
    family: AddressFamily,
    time: Int64,
    isSuccess: Bool,
    microseconds: Int64
  ) {
    (self.endpoint, self.family, self.time) = (endpoint, family, time)
    (self.isSuccess, self.microseconds) = (isSuccess, microseconds)
  }
}
