import NetwatchCore
import NetwatchSystem

/// The clock of a store: milliseconds that go on over a reboot, and that no setting of the wall clock
/// moves while the machine runs.
///
/// Sums with it wrap: the file is outside, and may hold any number.
struct StoreClock {
  private let clocks: SystemClocks

  /// What the store's clock showed when the boot clock showed zero.
  let base: Int64

  /// How far civil time was before the store's when the file was opened.
  private let lead: Int64

  /// Creates the clock of a file.
  ///
  /// - Parameters:
  ///   - clocks: What is read.
  ///   - base: What the file says of this boot clock.
  ///   - lead: How far civil time is before the store's, as the file says.
  init(_ clocks: SystemClocks, base: Int64, lead: Int64) {
    self.clocks = clocks
    self.base = base
    self.lead = lead
  }

  /// The base of a boot clock that a file does not know, for the store's clock to show a time now.
  static func base(_ clocks: SystemClocks, showing time: Int64) -> Int64 {
    time - bootMilliseconds(clocks)
  }

  /// The store's time.
  var now: Int64 { base &+ Self.bootMilliseconds(clocks) }

  /// Civil time, since 1970.
  var wall: Int64 { WallMilliseconds.of(clocks.wall()) }

  /// Civil time as far as time has gone on since the file was opened, for ages: while a clock is set far
  /// ahead, if only for a moment, nothing shall be old that is not.
  var credibleWall: Int64 { min(wall, now &+ lead) }

  private static func bootMilliseconds(_ clocks: SystemClocks) -> Int64 {
    clocks.boot().nanoseconds / 1_000_000
  }
}

/// Civil time in milliseconds since 1970, as it is stored.
enum WallMilliseconds {
  static func of(_ time: WallTime) -> Int64 {
    let (milliseconds, overflow) = time.seconds.multipliedReportingOverflow(by: 1_000)
    guard !overflow else { return time.seconds < 0 ? .min / 2 : .max / 2 }
    return milliseconds.addingReportingOverflow(Int64(time.nanoseconds / 1_000_000)).partialValue
  }

  static func time(_ milliseconds: Int64) -> WallTime {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    return rest < 0
      ? WallTime(seconds: seconds - 1, nanoseconds: Int32(rest + 1_000) * 1_000_000)
      : WallTime(seconds: seconds, nanoseconds: Int32(rest) * 1_000_000)
  }
}

extension Duration {
  /// The whole milliseconds that last at least as long, inside ±292 years.
  var storeMilliseconds: Int64 {
    let (quotient, rest) = clampedNanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return quotient + (rest > 0 ? 1 : 0)
  }
}
