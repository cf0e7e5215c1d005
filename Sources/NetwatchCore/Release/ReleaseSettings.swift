/// How fast work is let go to one destination after an outage.
///
/// A value out of bounds counts as the nearest bound, so that no settings can stop work for good or
/// let it go without limit.
public struct ReleaseSettings: Hashable, Sendable {
  /// How many attempts may be in flight to one destination; at least 1, by default 64.
  public let limit: Int

  /// The longest time a release waits before it begins, so that a fleet does not return as one.
  ///
  /// From 0 to one hour; nil, the default, is a tenth of the outage and at most 30 s.
  public let jitter: Duration?

  /// The gap that opens when a destination closes; from 1 ms to one hour, by default 1 s.
  public let firstGap: Duration

  /// What the gap is doubled to at most; from `firstGap` to one hour, by default 30 s.
  public let longestGap: Duration

  /// A gap that success has made smaller than this is gone; from 1 ms to `firstGap`, by default 0.5 s.
  public let smallestGap: Duration

  /// How long a Retry-After can hold a destination; from 0 to one hour, the default.
  public let longestHold: Duration

  /// How many outcomes there must be before it is concluded that most failed; from 1 to 64, by
  /// default 8.
  ///
  /// The last four times as many are looked at where there are so many, and at most 64.
  public let sample: Int

  /// Creates settings; what is left out has the default that stands with the property.
  public init(
    limit: Int = 64,
    jitter: Duration? = nil,
    firstGap: Duration = .seconds(1),
    longestGap: Duration = .seconds(30),
    smallestGap: Duration = .milliseconds(500),
    longestHold: Duration = .seconds(3600),
    sample: Int = 8
  ) {
    self.limit = max(limit, 1)
    self.jitter = jitter.map { Self.clamp($0, .zero, Self.hour) }
    self.firstGap = Self.clamp(firstGap, Self.instant, Self.hour)
    self.longestGap = Self.clamp(longestGap, self.firstGap, Self.hour)
    self.smallestGap = Self.clamp(smallestGap, Self.instant, self.firstGap)
    self.longestHold = Self.clamp(longestHold, .zero, Self.hour)
    self.sample = min(max(sample, 1), OutcomeSample.capacity)
  }

  /// The longest time before a release begins, after an outage of this length.
  func jitter(afterOutage length: Duration) -> Duration {
    jitter ?? Self.clamp(length / 10, .zero, .seconds(30))
  }

  private static let hour = Duration.seconds(3600)
  private static let instant = Duration.milliseconds(1)

  private static func clamp(_ value: Duration, _ lower: Duration, _ upper: Duration) -> Duration {
    min(max(value, lower), upper)
  }
}
