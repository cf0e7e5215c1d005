internal import NetwatchCore
internal import NetwatchText

/// A table for a terminal: every column as wide as its widest cell.
struct TextTable {
  private var rows: [[String]]
  private let numberColumns: Set<Int>

  /// A table without rows.
  ///
  /// - Parameters:
  ///   - columns: The headings.
  ///   - numberColumns: The columns that are set against their right edge.
  init(columns: [String], numberColumns: Set<Int> = []) {
    (rows, self.numberColumns) = ([columns], numberColumns)
  }

  /// Appends a row, of as many cells as there are columns; what a terminal might obey is made visible.
  mutating func append(_ cells: [String]) {
    rows.append(cells.map(terminalSafe))
  }

  /// Appends the table to a text.
  func write(to text: inout TextBuffer) {
    let widths = rows[0].indices.map { column in
      rows.map { $0[column].unicodeScalars.count }.max() ?? 0
    }
    for row in rows { write(row, widths, to: &text) }
  }

  private func write(_ row: [String], _ widths: [Int], to text: inout TextBuffer) {
    for (column, cell) in row.enumerated() {
      text.append("  ")
      let blanks = String(repeating: " ", count: widths[column] - cell.unicodeScalars.count)
      if numberColumns.contains(column) { text.append(blanks) }
      text.append(cell)
      let isLast = column == row.endIndex - 1
      if !numberColumns.contains(column), !isLast { text.append(blanks) }
    }
    text.append(byte: UInt8(ascii: "\n"))
  }
}
