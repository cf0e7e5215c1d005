import NetwatchCore
import NetwatchLinux
import NetwatchSystem

/// The kernel's clocks, with a suspend added whenever a test says so.
final class ManualSystemClocks: Sendable {
  private let suspended = Lock(Int64(0))

  /// The clocks to hand to a manager or a loop.
  var clocks: SystemClocks {
    SystemClocks(
      boot: { [self] in
        BootInstant(nanoseconds: SystemClocks.kernel.boot().nanoseconds + suspendedNanoseconds)
      },
      monotonic: { SystemClocks.kernel.monotonic() },
      wall: SystemClocks.kernel.wall
    )
  }

  /// Makes it look as if the machine had slept for so long.
  func suspend(for duration: Duration) {
    suspended.withLock { $0 += duration.clampedNanoseconds }
  }

  private var suspendedNanoseconds: Int64 { suspended.withLock { $0 } }
}
