internal import NetwatchCore

/// Numbers of bytes as people write them: `64KiB`, `8MiB`, `1GiB`; a bare number is bytes.
enum ByteCountText {
  private static let units = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)]

  /// Reads digits and a unit; a number that is too large for its type is the largest there is.
  ///
  /// - Returns: The number, or `nil` where the text is anything else.
  static func parse(_ text: String) -> Int? {
    let unit = units.first { text.hasSuffix($0.0) }
    let digits = text.dropLast(unit?.0.count ?? 0)
    guard let count = WholeNumber.parse(digits).map(Int.init(clamping:)) else { return nil }
    let (product, isOverflow) = count.multipliedReportingOverflow(by: 1 << (unit?.1 ?? 0))
    return isOverflow ? .max : product
  }

  /// A number as text that ``parse(_:)`` reads, in the largest unit that keeps it whole.
  static func text(_ count: Int) -> String {
    for (name, bits) in units where count > 0 && count & (1 << bits - 1) == 0 {
      return "\(count >> bits)\(name)"
    }
    return "\(count)"
  }
}
