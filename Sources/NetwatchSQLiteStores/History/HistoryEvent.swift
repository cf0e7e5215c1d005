package import NetwatchCore
package import NetwatchJobs

/// What a history keeps.
package enum HistoryEvent: Hashable, Sendable {
  /// The connection's state has changed.
  case state(StateEntry)

  /// A job's state has changed.
  case job(JobTransition)

  /// A probe has ended.
  case probe(ProbeReport)

  /// Events are missing here, for a reason in words.
  case gap(String)

  /// The service ended without a chance to write what had just happened: changes of jobs and outcomes of
  /// probes may be missing here.
  ///
  /// No state is: whoever goes on from here is told the one that was found at the next start, where it is
  /// another.
  case interruption
}

extension HistoryEvent {
  /// The kinds of events, by their numbers in the file.
  package enum Kind: Int64, CaseIterable, Hashable, Sendable {
    case state = 0
    case job = 1
    case probe = 2
    case gap = 3
    case interruption = 4
  }

  /// Its kind.
  package var kind: Kind {
    switch self {
    case .state: .state
    case .job: .job
    case .probe: .probe
    case .gap: .gap
    case .interruption: .interruption
    }
  }
}

/// A state, as far as the past needs it.
package struct StateEntry: Hashable, Sendable {
  /// How much was known of the connection.
  package var level: ConnectivityLevel

  /// What made the monitor look.
  package var cause: ChangeCause

  /// Why the state was what it was, in a sentence.
  package var explanation: String

  /// Equal for states that are nothing new to somebody who watches.
  package var identity: String

  /// What the API says of it, as JSON on one line.
  package var json: [UInt8]

  package init(
    level: ConnectivityLevel,
    cause: ChangeCause,
    explanation: String,
    identity: String,
    json: [UInt8]
  ) {
    self.level = level
    self.cause = cause
    self.explanation = explanation
    self.identity = identity
    self.json = json
  }
}

/// An event with its number in the file, which is larger for each later one, for ever.
package struct HistoryRecord: Hashable, Sendable {
  package let id: Int64
  package let time: WallTime
  package let event: HistoryEvent

  package init(id: Int64, time: WallTime, event: HistoryEvent) {
    (self.id, self.time, self.event) = (id, time, event)
  }
}
