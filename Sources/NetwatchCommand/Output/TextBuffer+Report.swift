internal import NetwatchCore
internal import NetwatchText

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
