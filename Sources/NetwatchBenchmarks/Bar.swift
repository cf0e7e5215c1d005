/// A figure and what it must not exceed, or must reach.
struct Bar {
  /// What is measured, in a few words.
  let subject: String

  /// What came out.
  let figure: Double

  /// The bar.
  let limit: Double

  /// What both are counted in.
  let unit: String

  /// Whether a figure that equals the limit is too much.
  var isStrict = false

  /// Whether the figure has to reach the limit instead of staying under it.
  var isMinimum = false

  /// How many decimals to print.
  var decimals = 2

  /// Lines that explain the figure.
  var details: [String] = []

  /// Whether the figure keeps to the bar.
  var isMet: Bool {
    if isMinimum { return figure >= limit }
    return isStrict ? figure < limit : figure <= limit
  }

  /// The lines to print: name, figure, bar, verdict, and the details below.
  func line(of benchmark: String) -> String {
    let sign = isMinimum ? ">=" : isStrict ? "<" : "<="
    let first = [
      "\(benchmark): \(subject)".padded(to: 50),
      "\(figure.text(decimals: decimals)) \(unit)".padded(to: 14),
      "\(sign) \(limit.text(decimals: decimals)) \(unit)".padded(to: 16),
      isMet ? "ok" : "short",
    ]
    return ([first.joined(separator: " ")] + details.map { "    \($0)" }).joined(separator: "\n")
  }
}
