/// Figures of one kind, in the order in which they were taken.
struct Samples {
  /// The figures.
  private(set) var values: [Double] = []

  /// Adds a figure.
  mutating func append(_ value: Double) {
    values.append(value)
  }

  /// Adds what another series holds.
  mutating func append(contentsOf other: Samples) {
    values += other.values
  }

  /// The figure in the middle.
  var median: Double { percentile(0.5) }

  /// The smallest and the largest figure, as words.
  var spread: String { spread(decimals: 0) }

  /// The smallest and the largest figure, with so many decimals.
  func spread(decimals: Int) -> String {
    "\(percentile(0).text(decimals: decimals)) to \(percentile(1).text(decimals: decimals))"
  }

  /// The figure that so large a share does not exceed; not a number where there is none.
  func percentile(_ share: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    return values.sorted()[Int(Double(values.count - 1) * share)]
  }
}
