internal import NetwatchCore
internal import NetwatchText

/// Outcomes of probes as lines for people, with columns.
struct ProbeTable {
  private let rows: [[String]]
  private let widths: [Int]

  /// The lines.
  var lines: [String] { rows.map { Self.line($0, widths) } }

  init(_ reports: [ProbeReport]) {
    let rows = reports.map(Self.cells)
    widths = (0..<Self.columnCount).map { column in
      rows.map { $0[column].unicodeScalars.count }.max() ?? 0
    }
    self.rows = rows
  }

  private static let columnCount = 5

  private static func cells(_ report: ProbeReport) -> [String] {
    [
      terminalSafe(report.endpoint), report.family.rawValue, report.outcomeText,
      milliseconds(report.timings.total) + " ms", steps(report.timings),
    ]
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = TextBuffer()
    for (column, cell) in cells.enumerated() where !cell.isEmpty {
      if column > 0 { line.append("  ") }
      let isNumber = column == 3
      let isLast = column == columnCount - 1 || cells[column + 1].isEmpty
      if isNumber { line.append("", padded: widths[column] - cell.unicodeScalars.count) }
      line.append(cell, padded: isLast || isNumber ? 0 : widths[column])
    }
    return String(decoding: line.bytes, as: UTF8.self)
  }

  private static func steps(_ timings: ProbeTimings) -> String {
    let steps: [(String, Duration?)] = [
      ("lookup", timings.lookup), ("connect", timings.connect), ("tls", timings.tls),
      ("first byte", timings.firstByte),
    ]
    let texts = steps.compactMap { name, duration in duration.map { "\(name) \(milliseconds($0))" }
    }
    return texts.isEmpty ? "" : "(\(texts.joined(separator: ", ")))"
  }

  static func milliseconds(_ duration: Duration) -> String {
    var text = TextBuffer()
    text.append(milliseconds: duration)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

extension ProbeReport {
  /// The outcome, its status, and where a portal leads, safe for a terminal.
  var outcomeText: String {
    let status = status.map { " (\($0))" } ?? ""
    let location = location.map { " to \(terminalSafe($0))" } ?? ""
    return outcome.rawValue + status + location
  }
}
