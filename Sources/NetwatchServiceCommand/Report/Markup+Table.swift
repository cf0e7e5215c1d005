extension Markup {
  /// Appends a table; the first cell of a row is its heading.
  ///
  /// The roles are said although they go without saying: on a narrow screen rows are laid out as cards,
  /// and some browsers then forget that it is a table.
  ///
  /// - Parameters:
  ///   - label: The id of the element that names it.
  ///   - columns: The headings.
  ///   - isFigures: Whether it has many short cells, which share a line on a narrow screen.
  ///   - rows: Appends the rows.
  mutating func table(
    label: String,
    columns: [String],
    isFigures: Bool = false,
    rows: [[String]]
  ) {
    element(
      "table",
      ["role": "table", "aria-labelledby": label, "class": isFigures ? "figures" : ""]
    ) { table in
      table.element("thead", ["role": "rowgroup"]) { $0.heading(columns) }
      table.element("tbody", ["role": "rowgroup"]) { body in
        for row in rows { body.row(row, columns) }
      }
    }
  }

  private mutating func heading(_ columns: [String]) {
    element("tr", ["role": "row"]) { row in
      for column in columns {
        row.element("th", ["scope": "col", "role": "columnheader"], text: column)
      }
    }
  }

  private mutating func row(_ cells: [String], _ columns: [String]) {
    element("tr", ["role": "row"]) { row in
      for (index, (cell, column)) in zip(cells, columns).enumerated() {
        // What is short is not broken for the sake of what is long.
        let kind = cell.count <= 19 ? "short" : ""
        if index == 0 {
          row.element("th", ["scope": "row", "role": "rowheader", "class": kind], text: cell)
        } else {
          row.element("td", ["role": "cell", "data-title": column, "class": kind], text: cell)
        }
      }
    }
  }
}
