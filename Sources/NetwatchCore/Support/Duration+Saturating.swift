extension Duration {
  /// The whole nanoseconds of the duration, held inside Int64 (±292 years).
  package var clampedNanoseconds: Int64 {
    if self >= .nanoseconds(Int64.max) { return .max }
    if self <= .nanoseconds(Int64.min) { return .min }
    let (seconds, attoseconds) = components
    // Cannot overflow: the bounds were compared above, and rounding is towards zero.
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
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
  package static func interpolated(_ range: ClosedRange<Duration>, at draw: Double) -> Duration {
    let span = Double((range.upperBound - range.lowerBound).clampedNanoseconds)
    // The largest Double below 2^63: a draw of 1 must not carry the product beyond Int64.
    let offset = min(span * min(max(draw, 0), 1), Double(Int64.max).nextDown)
    return range.lowerBound + .nanoseconds(Int64(offset))
  }
}
