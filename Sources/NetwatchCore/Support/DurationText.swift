/// Durations as people write them: `250ms`, `3s`, `5m`, `1h`, `7d`; a bare number is seconds.
package enum DurationText {
  /// The longest duration, ten years of 365 days; longer ones count as this.
  package static let longest = Duration.seconds(3650 * 86_400)

  /// Reads a duration: digits, a decimal fraction if wanted, and a unit.
  ///
  /// - Returns: The duration, its part below a nanosecond cut off, or `nil` where the text is
  ///   anything else: a sign, an exponent, a blank or another unit included.
  package static func parse(_ text: String) -> Duration? {
    var rest = Substring(text).utf8
    guard let whole = takeDigits(&rest) else { return nil }
    var fraction: [UInt8] = []
    if rest.first == 0x2E {
      rest.removeFirst()
      guard let digits = takeDigits(&rest) else { return nil }
      fraction = digits
    }
    guard let unit = nanoseconds(of: String(rest)) else { return nil }
    return duration(whole, fraction, unit)
  }

  private static func takeDigits(_ rest: inout Substring.UTF8View) -> [UInt8]? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest[digits.endIndex...]
    return digits.map { $0 - 0x30 }
  }

  private static func nanoseconds(of unit: String?) -> UInt64? {
    switch unit {
    case "ms": 1_000_000
    case "", "s": 1_000_000_000
    case "m": 60_000_000_000
    case "h": 3_600_000_000_000
    case "d": 86_400_000_000_000
    default: nil
    }
  }

  private static func duration(_ whole: [UInt8], _ fraction: [UInt8], _ unit: UInt64) -> Duration {
    // Far above the limit and far below overflow: where to stop reading.
    let enough: UInt128 = 1 << 64
    let count = whole.reduce(UInt128(0)) { min($0 * 10 + UInt128($1), enough) }
    // Digits below 1e-18 cannot matter: a day has 8.64e13 nanoseconds.
    let places = fraction.prefix(18)
    let numerator = places.reduce(UInt128(0)) { $0 * 10 + UInt128($1) }
    let denominator = places.reduce(UInt128(1)) { product, _ in product * 10 }
    let total = count * UInt128(unit) + numerator * UInt128(unit) / denominator
    return min(.nanoseconds(Int64(clamping: total)), longest)
  }

  /// A duration as text that ``parse(_:)`` reads, in the largest unit that keeps it whole.
  package static func text(_ duration: Duration) -> String {
    let milliseconds = duration.clampedNanoseconds / 1_000_000
    guard milliseconds % 1000 == 0 else { return "\(milliseconds)ms" }
    let seconds = milliseconds / 1000
    for (unit, letter) in [(86_400, "d"), (3600, "h"), (60, "m")] as [(Int64, String)]
    where seconds > 0 && seconds % unit == 0 { return "\(seconds / unit)\(letter)" }
    return "\(seconds)s"
  }
}
