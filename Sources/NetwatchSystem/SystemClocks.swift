internal import CLinux
internal import Glibc
package import NetwatchCore

/// The kernel's clocks as values, so that a test can bring its own.
///
/// The only place where a clock is read: NetwatchCore is handed moments.
package struct SystemClocks: Sendable {
  /// The clock that runs through suspend (CLOCK_BOOTTIME), for deadlines.
  package var boot: @Sendable () -> BootInstant

  /// The clock that stops during suspend (CLOCK_MONOTONIC), in nanoseconds.
  package var monotonic: @Sendable () -> Int64

  /// Civil time (CLOCK_REALTIME), for display and storage.
  package var wall: @Sendable () -> WallTime

  /// Waits so long, on a clock that runs through suspend; throws `CancellationError`.
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(
    boot: @escaping @Sendable () -> BootInstant,
    monotonic: @escaping @Sendable () -> Int64,
    wall: @escaping @Sendable () -> WallTime,
    sleep: @escaping @Sendable (Duration) async throws -> Void = Self.sleepOnBootClock
  ) {
    self.boot = boot
    self.monotonic = monotonic
    self.wall = wall
    self.sleep = sleep
  }

  /// The kernel's clocks (clock_gettime(2)).
  package static let kernel = SystemClocks(
    boot: { BootInstant(nanoseconds: nanoseconds(of: CLOCK_BOOTTIME)) },
    monotonic: { nanoseconds(of: CLOCK_MONOTONIC) },
    wall: {
      let time = read(CLOCK_REALTIME)
      return WallTime(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
    }
  )

  /// Sleeps on CLOCK_BOOTTIME, which is what ContinuousClock reads on Linux.
  package static let sleepOnBootClock: @Sendable (Duration) async throws -> Void = {
    try await ContinuousClock().sleepFully(for: $0)
  }

  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    let time = read(clock)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return time
  }
}
