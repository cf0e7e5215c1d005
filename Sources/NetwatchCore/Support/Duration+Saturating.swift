extension Duration {
  /// The whole nanoseconds of the duration, held inside Int64 (±292 years).
  package var clampedNanoseconds: Int64 {
    Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// The duration doubled so many times, at most `cap`.
  ///
  /// Plain multiplication wraps to a negative value; this stops at the cap instead.
  ///
  /// - Parameters:
  ///   - count: How often to double; a negative count doubles nothing.
  ///   - cap: The longest result.
  /// - Returns: The product, or the cap.
  package func doubled(_ count: Int, atMost cap: Duration) -> Duration {
    var result = self
    var remaining = count
    while remaining > 0, result > .zero {
      guard result <= cap / 2 else { return cap }
      result += result
      remaining -= 1
    }
    return min(result, cap)
  }

  /// A point inside a range, for a draw from [0, 1).
  ///
  /// A draw below 0, or one that is not a number, counts as 0; one above 1 as 1.
  package static func interpolated(_ range: ClosedRange<Duration>, at draw: Double) -> Duration {
    let (lower, upper) = (range.lowerBound, range.upperBound)
    // Wider than Int64: the bounds can be its two ends.
    let span = Int128(upper.clampedNanoseconds) - Int128(lower.clampedNanoseconds)
    let offset = Int128(Double(span) * (draw > 0 ? min(draw, 1) : 0))
    // Rounding can carry a draw near 1 past the end.
    return min(lower + Duration(attoseconds: offset * 1_000_000_000), upper)
  }
}
