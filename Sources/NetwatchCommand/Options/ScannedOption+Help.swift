extension ScannedOption {
  /// What the help says of options: a line each.
  package static func helpLines(of options: [Self]) -> [String] {
    options.map { option in
      let value = option.placeholder.map { " \($0)" } ?? ""
      let short = option.kind == help ? "-h, " : ""
      return "  \(short)\(option.spelling)\(value)".inColumn(29) + option.meaning
    }
  }
}

extension String {
  /// The text, with blanks up to where the next column begins.
  package func inColumn(_ width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 1))
  }
}
