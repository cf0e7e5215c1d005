/// A moment on the clock that has run since the machine started, suspended time included
/// (CLOCK_BOOTTIME, clock_gettime(2)).
///
/// The pure parts take moments as values; nobody reads a clock in this module. Arithmetic saturates
/// instead of trapping or wrapping.
public struct BootInstant: InstantProtocol, Hashable, Sendable {
  /// Nanoseconds since the machine started.
  public let nanoseconds: Int64

  /// A moment that never comes.
  package static let distantFuture = BootInstant(nanoseconds: .max)

  /// Creates a moment from the nanoseconds since the machine started.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The moment so much later, or the last one there is.
  public func advanced(by duration: Duration) -> Self {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
    return Self(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
  }

  /// The time from this moment to another, negative where the other is earlier.
  public func duration(to other: Self) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  /// The nanoseconds from this moment to another, for paths that are too hot for 128 bits.
  package func nanoseconds(to other: Self) -> Int64 {
    let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return overflow ? (other < self ? .min : .max) : difference
  }

  /// Whether the first moment comes before the second.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
}
