package import NetwatchCore
package import NetwatchJobs

/// What is asked of a page of events.
package struct HistoryPageRequest: Sendable {
  /// The kinds of events that are wanted.
  package var kinds: Set<HistoryEvent.Kind>

  /// The most events at a time.
  package var limit: Int

  /// How far back the page may begin, in ids.
  package var reach: Int64

  package init(kinds: Set<HistoryEvent.Kind>, limit: Int, reach: Int64) {
    (self.kinds, self.limit, self.reach) = (kinds, limit, reach)
  }
}

/// Some events in their order.
package struct HistoryPage: Sendable {
  package let records: [HistoryRecord]

  /// The id up to which everything that was wanted is in the page.
  package let position: Int64
}

/// A change of a job's state, as the history has it.
package struct TransitionRow: Hashable, Sendable {
  package let time: WallTime
  package let from: JobState?
  package let to: JobState
  package let reason: String
}

/// The newest events of a history.
package struct HistoryTail: Sendable {
  /// The events, the oldest first.
  package let records: [HistoryRecord]

  /// The largest id that there is, or was.
  package let newest: Int64

  /// The last state, as JSON; nil where there is none.
  package let state: [UInt8]?
}
