import NetwatchCore

/// A stream for a dependency, which tells when a value was not only read, but dealt with.
final class ScriptedDependency: Sendable {
  private struct State {
    var reader: CheckedContinuation<Int?, Never>?
    var hasEnded = false
  }

  private let state = Lock(State())

  /// Gives what is sent, and ends when its reader is cancelled.
  var stream: AsyncStream<Int> {
    AsyncStream {
      await self.next()
    } onCancel: {
      self.end()
    }
  }

  /// Whether the reader waits for the next value, or is gone.
  var isIdle: Bool { state.withLock { $0.hasEnded || $0.reader != nil } }

  /// Whether the reader is gone.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Sends a value to the reader, who waits for it; to nobody where it is gone.
  func send(_ value: Int) {
    state.withLock { state in
      defer { state.reader = nil }
      return state.reader
    }?.resume(returning: value)
  }

  private func next() async -> Int? {
    await withCheckedContinuation { reader in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.reader = reader }
        return state.hasEnded
      }
      if hasEnded { reader.resume(returning: nil) }
    }
  }

  private func end() {
    state.withLock { state in
      defer { state.reader = nil }
      state.hasEnded = true
      return state.reader
    }?.resume(returning: nil)
  }
}
