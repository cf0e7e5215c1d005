internal import NetwatchCore
internal import NetwatchLinux

/// What a line about a state says.
struct StateReport {
  /// The state.
  var state: ConnectivityState

  /// The number of the line, from 1 on.
  var sequence: UInt64

  /// What the monitor has done so far.
  var counters: MonitorCounters

  /// How the monitor learns of changes.
  var mode: MonitorMode
}

extension StateReport {
  /// A report on a state of a monitor, as it stands now.
  init(_ state: ConnectivityState, sequence: UInt64 = 1, of manager: LinuxConnectivityManager) {
    self.init(
      state: state,
      sequence: sequence,
      counters: manager.counters,
      mode: manager.mode
    )
  }
}

extension LineWriter {
  /// Writes a report to standard output, as the only line.
  static func printOnce(_ report: StateReport, isJSON: Bool) throws(OutputError) {
    let format = OutputFormat(isJSON: isJSON)
    var writer = LineWriter()
    try writer.writeUnlessClosed { $0.append(report, as: format) }
  }
}

extension TextBuffer {
  /// Appends a report as a line of the format.
  mutating func append(_ report: StateReport, as format: OutputFormat) {
    switch format {
    case .json: append(json: report)
    case .text(let isColoured): append(line: report.state, isColoured: isColoured)
    }
  }
}
