internal import NetwatchCore
internal import NetwatchLinux
internal import NetwatchText

/// Prints states, those that are worth a line.
struct StatePrinter {
  private var writer: LineWriter
  private let format: OutputFormat
  private var filter = PrintFilter()

  /// How many lines were printed.
  private(set) var sequence: UInt64 = 0

  init(_ writer: LineWriter, _ format: OutputFormat) {
    self.writer = writer
    self.format = format
  }

  /// Prints a state, unless it says nothing new.
  mutating func print(
    _ state: ConnectivityState,
    of manager: LinuxConnectivityManager
  ) throws(OutputError) {
    guard filter.accepts(state) else { return }
    sequence += 1
    let report = StateReport(state, sequence: sequence, of: manager)
    let format = format
    try writer.write { $0.append(report, as: format) }
  }
}
