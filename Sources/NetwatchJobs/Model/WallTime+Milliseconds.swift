package import NetwatchCore

extension WallTime {
  /// The whole milliseconds since 1970, held inside Int64.
  package var milliseconds: Int64 {
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carries) = whole.addingReportingOverflow(Int64(nanoseconds / 1_000_000))
    return carries ? .max : sum
  }

  /// Creates a moment from the milliseconds since 1970.
  package init(milliseconds: Int64) {
    let (second, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    let floor = rest < 0 ? (second - 1, rest + 1_000) : (second, rest)
    self.init(seconds: floor.0, nanoseconds: Int32(floor.1) * 1_000_000)
  }
}
