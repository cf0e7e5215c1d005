extension Duration {
  /// The duration for people to read, in seconds: `0.084 s`, `20 s`.
  ///
  /// It is rounded to the millisecond, or to the microsecond where it is shorter than one.
  package var secondsText: String {
    let unit: Int128 =
      self < .milliseconds(1) && self > .milliseconds(-1)
      ? 1_000_000_000_000 : 1_000_000_000_000_000
    let sign = self < .zero ? "-" : ""
    // Rounded half up, in units that fit without a carry past the end.
    let magnitude = attoseconds.magnitude
    let count = magnitude / UInt128(unit) + (magnitude % UInt128(unit) * 2 / UInt128(unit))
    let perSecond = UInt128(1_000_000_000_000_000_000 / unit)
    let fraction = Self.digits(of: count % perSecond, width: perSecond == 1000 ? 3 : 6)
    return "\(count == 0 ? "" : sign)\(count / perSecond)\(fraction) s"
  }

  /// A fraction as `.084`, without the zeros at its end; empty where there is none.
  private static func digits(of fraction: UInt128, width: Int) -> String {
    guard fraction > 0 else { return "" }
    let digits = "\(fraction)"
    let padded = String(repeating: "0", count: width - digits.utf8.count) + digits
    let kept = padded.utf8.reversed().drop { $0 == UInt8(ascii: "0") }.count
    return "." + padded.prefix(kept)
  }
}
