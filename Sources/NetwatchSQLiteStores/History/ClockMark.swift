import NetwatchCore
import NetwatchSystem

/// The same moment on two clocks, of which only one can be set.
struct ClockMark: Equatable {
  /// How far the clocks may drift apart before one of them was set, in microseconds.
  private static let tolerance: Int64 = 5_000_000

  /// Civil time, in microseconds since 1970.
  let wall: Int64

  /// The time since the machine started, in microseconds.
  let boot: Int64

  /// What the clocks show.
  init(_ clocks: SystemClocks) {
    wall = clocks.wall().microseconds
    boot = clocks.boot().nanoseconds / 1_000
  }

  /// What civil time is at another moment where the clock is not set between them.
  func wall(at other: ClockMark) -> Int64 { wall &+ (other.boot &- boot) }

  /// Whether the clock was set between this moment and another.
  func wasSet(until other: ClockMark) -> Bool {
    (other.wall &- wall(at: other)).magnitude > Self.tolerance.magnitude
  }
}
