internal import NetwatchCore

/// What the monitor shows to everybody: the present state, the streams, and the counters.
final class MonitorBoard: Sendable {
  /// How far a reader of all states may fall behind.
  static let historyLimit = 1024

  let availability: StateBroadcast<Bool>
  let states = EventLog<ConnectivityState>(limit: MonitorBoard.historyLimit)
  private let state: Lock<ConnectivityState>
  private let counters = Lock(MonitorCounters())
  private let shownMode: Lock<MonitorMode>

  init(_ state: ConnectivityState, mode: MonitorMode) {
    self.state = Lock(state)
    shownMode = Lock(mode)
    availability = StateBroadcast(state.isConnectionAssumedAvailable)
  }

  var current: ConnectivityState { state.withLock { $0 } }

  /// How the monitor learns of changes at present.
  var mode: MonitorMode { shownMode.withLock { $0 } }

  func show(_ mode: MonitorMode) {
    shownMode.withLock { $0 = mode }
  }

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
