import Dispatch
import NetwatchCore

/// Calls once, after some time, unless it is stopped before, be it before its start.
final class OneShotTimer: Sendable {
  private enum State {
    case idle
    case running(any DispatchSourceTimer)
    case stopped
  }

  /// The longest time; it keeps the arithmetic of nanoseconds far from overflow.
  private static let longest = Duration.seconds(2_000_000)

  private let state = Lock(State.idle)

  deinit { stop() }

  /// Starts the time; once.
  func start(_ time: Duration, _ expire: @escaping @Sendable () -> Void) {
    let nanoseconds = Int(min(time, Self.longest) / .nanoseconds(1))
    state.withLock { state in
      guard case .idle = state else { return }
      let source = DispatchSource.makeTimerSource()
      source.setEventHandler(handler: expire)
      source.schedule(deadline: .now() + .nanoseconds(nanoseconds))
      source.activate()
      state = .running(source)
    }
  }

  func stop() {
    state.withLock { state in
      if case .running(let source) = state { source.cancel() }
      state = .stopped
    }
  }
}
