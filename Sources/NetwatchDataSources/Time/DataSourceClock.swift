public import NetwatchCore

/// A clock that data sources share, and with it one timer for all, and the pace at which parked
/// refreshes are released.
public struct DataSourceClock: Sendable {
  let runtime: SourceRuntime

  /// Creates one from any clock.
  ///
  /// - Parameters:
  ///   - clock: What all durations are measured on; it should run through suspend.
  ///   - random: Where jitter is drawn from: that of the pauses between attempts, and of the release.
  public init(_ clock: some Clock<Duration>, random: RandomSource = .system) {
    runtime = SourceRuntime(clock: clock, random: random)
  }
}
