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

  private init(wall: Int64, boot: Int64) { (self.wall, self.boot) = (wall, boot) }

  /// Another moment, with the civil time that it has where the clock is not set between them.
  func goingOn(until other: ClockMark) -> ClockMark {
    ClockMark(wall: wall &+ (other.boot &- boot), boot: other.boot)
  }

  /// Whether the clock was set between this moment and another.
  func wasSet(until other: ClockMark) -> Bool {
    (other.wall &- goingOn(until: other).wall).magnitude > Self.tolerance.magnitude
  }
}
