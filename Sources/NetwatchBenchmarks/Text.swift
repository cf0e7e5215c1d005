extension Double {
  /// The number with so many decimals.
  func text(decimals: Int) -> String {
    guard isFinite, magnitude < 1e12 else { return "\(self)" }
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((magnitude * Double(scale)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(scaled)" }
    let fraction = "\(scaled % scale)"
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
  }
}

extension String {
  /// The text with blanks behind it, so that what follows stands in a column.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The whole number that follows a text, blanks between them left out.
  ///
  /// - Parameter key: The text before it, such as `"overruns":`.
  /// - Returns: The number, or nil where the text or the number is missing.
  func number(after key: String) -> Double? {
    var rest = utf8[...]
    while !rest.isEmpty, !rest.starts(with: key.utf8) { rest = rest.dropFirst() }
    let value = rest.dropFirst(key.utf8.count).drop { " \t".utf8.contains($0) }
    let digits = value.prefix { "0123456789".utf8.contains($0) }
    return Double(String(Substring(digits)))
  }
}
