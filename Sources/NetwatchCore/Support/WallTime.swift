/// A moment of civil time, for display and storage only: the clock behind it can be set.
public struct WallTime: Hashable, Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int64

  /// Nanoseconds within the second, from 0 to 999,999,999.
  public let nanoseconds: Int32

  /// Creates a moment from the seconds since 1970 and the nanoseconds within the second.
  public init(seconds: Int64, nanoseconds: Int32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The moment of so many milliseconds since 1970.
  package init(milliseconds: Int64) {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let isBefore = rest < 0
    self.init(
      seconds: isBefore ? seconds - 1 : seconds,
      nanoseconds: Int32(isBefore ? rest + 1000 : rest) * 1_000_000
    )
  }

  /// Milliseconds since 1970, held inside Int64.
  package var milliseconds: Int64 {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carries) = product.addingReportingOverflow(Int64(nanoseconds / 1_000_000))
    return carries ? .max : sum
  }
}
