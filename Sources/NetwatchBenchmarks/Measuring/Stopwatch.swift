import CLinux
import Glibc

/// Time on CLOCK_MONOTONIC.
enum Stopwatch {
  /// Seconds on the clock.
  static var now: Double { seconds(on: CLOCK_MONOTONIC) }

  /// Seconds on any clock, with the clock's own precision of a nanosecond.
  static func seconds(on clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Does nothing for a while.
  static func pause(seconds: Double) {
    usleep(useconds_t(seconds * 1e6))
  }
}
