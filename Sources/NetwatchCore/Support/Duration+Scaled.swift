extension Duration {
  /// The duration times a factor, exact and rounded towards zero to the attosecond, at most `cap`.
  ///
  /// Nothing overflows: a product past the cap, or past the end of Duration, is the cap.
  ///
  /// - Parameters:
  ///   - factor: What to multiply with; one that is negative or not a number counts as 0.
  ///   - cap: The longest result, zero or more.
  /// - Returns: The product, or the cap; zero where the duration is negative.
  package func scaled(by factor: Double, atMost cap: Duration) -> Duration {
    guard self > .zero, factor > 0 else { return .zero }
    guard factor.isFinite else { return cap }
    // The factor is significand · 2^shift, both whole.
    let significand = UInt128(factor.significand * 0x1p52)
    let shift = Int(factor.exponent) - 52
    let product = UInt128(attoseconds).multipliedFullWidth(by: significand)
    guard let scaled = Self.shifted(product, by: shift) else { return cap }
    return min(Duration(attoseconds: scaled), cap)
  }

  /// The sum with so many increments, held between zero and a maximum.
  package func adding(
    _ increment: Duration,
    times count: Int,
    atMost maximum: Duration
  ) -> Duration {
    let (growth, overflows) = increment.attoseconds.multipliedReportingOverflow(by: Int128(count))
    let (sum, sumOverflows) = attoseconds.addingReportingOverflow(growth)
    guard !overflows, !sumOverflows else { return increment > .zero ? maximum : .zero }
    return min(max(Duration(attoseconds: sum), .zero), maximum)
  }

  /// A wide number times a power of two; nil where it is too large.
  private static func shifted(_ number: (high: UInt128, low: UInt128), by shift: Int) -> Int128? {
    guard shift < 0 else {
      guard number.high == 0, number.low.leadingZeroBitCount > shift else { return nil }
      return Int128(exactly: number.low << shift)
    }
    // Swift's shifts take any count: what is shifted out leaves zero.
    let low = number.low >> -shift
    let high = -shift < 128 ? number.high << (128 + shift) : number.high >> (-shift - 128)
    guard -shift >= 128 || number.high >> -shift == 0 else { return nil }
    return Int128(exactly: high | low)
  }
}
