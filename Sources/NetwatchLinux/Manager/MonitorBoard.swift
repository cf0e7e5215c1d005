internal import NetwatchCore

/// What the monitor shows to everybody: the present state, the streams, and the counters.
final class MonitorBoard: Sendable {
  /// How far a reader of all states may fall behind.
  static let historyLimit = 1024

  let availability: StateBroadcast<Bool>
  let states = EventLog<ConnectivityState>(limit: MonitorBoard.historyLimit)
  private let state: Lock<ConnectivityState>
  private let counters = Lock(MonitorCounters())

  init(_ state: ConnectivityState) {
    self.state = Lock(state)
    availability = StateBroadcast(state.isConnectionAssumedAvailable)
  }

  var current: ConnectivityState { state.withLock { $0 } }

  var counted: MonitorCounters { counters.withLock { $0 } }

  func count(_ body: (inout MonitorCounters) -> Void) {
    counters.withLock { body(&$0) }
  }

  /// Shows fresher details of the same state.
  func refresh(_ state: ConnectivityState) {
    self.state.withLock { $0 = state }
  }

  /// Shows a new state, first to those who read all of them.
  ///
  /// - Returns: The observers of availability that are to be woken.
  func publish(_ state: ConnectivityState) -> Wakening? {
    states.append(state) { refresh(state) }
    let isAvailable = state.isConnectionAssumedAvailable
    return availability.current == isAvailable ? nil : availability.publish(isAvailable)
  }

  func finish() {
    states.finish()
    availability.finish()
  }
}
