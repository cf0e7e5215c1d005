import NetwatchCore

/// Lets one task wait until others have counted down to zero.
final class Countdown: Sendable {
  private struct State {
    var left: Int
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state: Lock<State>

  init(_ count: Int) { state = Lock(State(left: count)) }

  func count() {
    let waiter = state.withLock { state in
      state.left -= 1
      guard state.left == 0 else { return nil as CheckedContinuation<Void, Never>? }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.left > 0 { state.waiter = continuation }
        return state.left <= 0
      }
      if isOver { continuation.resume() }
    }
  }
}
