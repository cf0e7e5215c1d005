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
}
