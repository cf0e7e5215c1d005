import NetwatchCore
import NetwatchSystem

/// Clocks of a store that move only when a test says so.
final class ManualStoreClocks: Sendable {
  private struct State {
    var boot = BootInstant(nanoseconds: 1_000_000_000_000)
    var wall = Duration.seconds(1_700_000_000)
  }

  private let state = Lock(State())

  var clocks: SystemClocks {
    SystemClocks(
      boot: { [self] in state.withLock { $0.boot } },
      monotonic: { [self] in state.withLock { $0.boot.nanoseconds } },
      wall: { [self] in
        let time = state.withLock { $0.wall.components }
        return WallTime(
          seconds: time.seconds,
          nanoseconds: Int32(time.attoseconds / 1_000_000_000)
        )
      }
    )
  }

  /// Moves both clocks.
  func advance(by duration: Duration) {
    state.withLock { state in
      state.boot = state.boot.advanced(by: duration)
      state.wall += duration
    }
  }

  /// Sets the wall clock ahead, or back.
  func setWall(ahead duration: Duration) {
    state.withLock { $0.wall += duration }
  }

  /// Starts the boot clock again.
  func reboot() {
    state.withLock { $0.boot = BootInstant(nanoseconds: 5_000_000_000) }
  }
}
