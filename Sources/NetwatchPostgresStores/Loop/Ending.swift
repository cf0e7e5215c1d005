import NetwatchCore

/// The end of the store's thread, which any number of tasks may wait for.
final class Ending: Sendable {
  private struct State {
    var hasCome = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// The thread has ended.
  func hasCome() {
    let waiters = state.withLock { state in
      state.hasCome = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits for the end, which is near once the mailbox was closed.
  func wait() async {
    await withCheckedContinuation { waiter in
      let hasCome = state.withLock { state in
        if !state.hasCome { state.waiters.append(waiter) }
        return state.hasCome
      }
      if hasCome { waiter.resume() }
    }
  }
}
