import CLinux
import Glibc
import NetwatchCore

/// The clocks that a client reads, as values, so that a test can bring its own.
struct ClientClocks: Sendable {
  /// The clock that runs through suspend (CLOCK_BOOTTIME), for deadlines.
  var boot: @Sendable () -> BootInstant

  /// Civil time (CLOCK_REALTIME), for dates in Retry-After.
  var wall: @Sendable () -> WallTime

  /// Waits so long, on a clock that runs through suspend.
  var sleep: @Sendable (Duration) async throws -> Void

  /// The kernel's clocks (clock_gettime(2)).
  static let kernel = ClientClocks(
    boot: {
      let time = read(CLOCK_BOOTTIME)
      return BootInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    },
    wall: {
      let time = read(CLOCK_REALTIME)
      return WallTime(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
    },
    sleep: { try await ContinuousClock().sleepFully(for: $0) }
  )

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return time
  }
}
