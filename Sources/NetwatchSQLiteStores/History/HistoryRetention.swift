import NetwatchCore

/// How much of the past a history keeps.
package struct HistoryRetention: Hashable, Sendable {
  /// For how long; see ``HistoryHorizon``.
  package var age: Duration

  /// How many events; each ``HistoryShare`` has a half.
  package var count: Int

  package init(age: Duration, count: Int) {
    (self.age, self.count) = (age, count)
  }

  /// How many events of a share are kept.
  func count(of share: HistoryShare) -> Int {
    switch share {
    case .jobs: max(count, 0) / 2
    // One more than nothing, for the state that holds.
    case .others: max(count - count / 2, 1)
    }
  }
}

/// How much of the past a history keeps at present.
final class CurrentRetention: Sendable {
  private let retention: Lock<HistoryRetention>

  init(_ retention: HistoryRetention) { self.retention = Lock(retention) }

  var value: HistoryRetention {
    get { retention.withLock { $0 } }
    set { retention.withLock { $0 = newValue } }
  }
}
