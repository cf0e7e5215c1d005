import NetwatchCore
import NetwatchSystem

@testable import NetwatchHTTP

/// Clocks on which no time is lost: whoever sleeps wakes up at once, so much later.
final class SkippingClock: Sendable {
  private struct State {
    var now = BootInstant(nanoseconds: 0)
    var sleeps: [Duration] = []
  }

  private let state = Lock(State())

  /// How long was slept each time.
  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// The clocks of a client, whose civil time is that of 1 January 2026.
  var clocks: SystemClocks {
    SystemClocks(
      boot: { [self] in state.withLock { $0.now } },
      monotonic: { [self] in state.withLock { $0.now.nanoseconds } },
      wall: { WallTime(seconds: 1_767_225_600, nanoseconds: 0) },
      sleep: { [self] delay in
        try Task.checkCancellation()
        state.withLock { state in
          state.now = state.now.advanced(by: delay)
          state.sleeps.append(delay)
        }
      }
    )
  }
}
