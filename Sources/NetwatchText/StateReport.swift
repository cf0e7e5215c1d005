package import NetwatchCore
package import NetwatchLinux

/// What a line about a state says.
package struct StateReport {
  /// The state.
  package var state: ConnectivityState

  /// The number of the line, from 1 on.
  package var sequence: UInt64

  /// What the monitor has done so far.
  package var counters: MonitorCounters

  /// How the monitor learns of changes.
  package var mode: MonitorMode

  /// Creates a report.
  package init(
    state: ConnectivityState,
    sequence: UInt64,
    counters: MonitorCounters,
    mode: MonitorMode
  ) {
    self.state = state
    self.sequence = sequence
    self.counters = counters
    self.mode = mode
  }
}

extension StateReport {
  /// A report on a state of a monitor, as it stands now.
  package init(
    _ state: ConnectivityState,
    sequence: UInt64 = 1,
    of manager: LinuxConnectivityManager
  ) {
    self.init(
      state: state,
      sequence: sequence,
      counters: manager.counters,
      mode: manager.mode
    )
  }
}
