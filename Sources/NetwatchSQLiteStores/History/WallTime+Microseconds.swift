package import NetwatchCore

extension WallTime {
  /// Microseconds since 1970, held inside Int64.
  package var microseconds: Int64 {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carries) = product.addingReportingOverflow(Int64(nanoseconds / 1_000))
    return carries ? .max : sum
  }

  /// The moment of so many microseconds since 1970.
  package init(microseconds: Int64) {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let isBefore = rest < 0
    self.init(
      seconds: isBefore ? seconds - 1 : seconds,
      nanoseconds: Int32(isBefore ? rest + 1_000_000 : rest) * 1_000
    )
  }
}

extension Duration {
  /// The whole microseconds of the duration, held inside Int64.
  package var clampedMicroseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000) }
}
