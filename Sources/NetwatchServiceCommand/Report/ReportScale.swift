internal import Glibc
internal import NetwatchClient

/// The times up the side of a chart, on a logarithmic scale: they differ by orders of magnitude.
struct ReportScale {
  /// The height of the charts, in pixels.
  static let height = 124.0

  /// The room above for the marks of failures, in pixels.
  private static let margin = 26.0

  private let low: Double
  private let high: Double

  /// A scale for what was measured, from a power of ten to another.
  init(_ series: [HistoryDocument.Point]) {
    let values = series.flatMap { [$0.median, $0.max] }.compactMap(\.self).filter(Self.canBeDrawn)
    guard let least = values.min(), let most = values.max() else {
      (low, high) = (0, 1)
      return
    }
    low = log10(least).rounded(.down)
    high = max(low + 1, log10(most).rounded(.up))
  }

  /// What is within a nanosecond and some weeks; the rest is no time of a probe.
  static func canBeDrawn(_ milliseconds: Double) -> Bool { (1e-6...1e9).contains(milliseconds) }

  /// Where a time is, in pixels from above.
  func place(_ milliseconds: Double) -> Double {
    let logarithm = min(max(log10(max(milliseconds, 1e-6)), low), high)
    return Self.margin + (high - logarithm) / (high - low) * (Self.height - Self.margin)
  }

  /// The powers of ten, and what to call them.
  var marks: [(place: Double, name: String)] {
    (Int(low)...Int(high)).map { power in
      let value = pow(10, Double(power))
      return (place(value), Self.name(power: power))
    }
  }

  private static func name(power: Int) -> String {
    let units = [(3, "s"), (0, "ms"), (-3, "µs"), (-6, "ns")]
    let (base, unit) = units.first { power >= $0.0 } ?? (-6, "ns")
    return "1" + String(repeating: "0", count: max(power - base, 0)) + " " + unit
  }
}
