import NetwatchCore

/// A task that waits for a value from the store's thread; it does not wait on when it is cancelled.
final class Waiter<Value: Sendable>: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Value, any Error>)
    case settled(Result<Value, any Error>)
    case over
  }

  private let state = Lock(State.idle)

  /// Whether nobody waits any more.
  var isOver: Bool {
    state.withLock { state in
      switch state {
      case .idle, .waiting: false
      case .settled, .over: true
      }
    }
  }

  /// Hands over the value; only the first counts.
  func settle(_ result: Result<Value, any Error>) {
    let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
      switch state {
      case .idle: state = .settled(result)
      case .waiting(let continuation):
        state = .over
        return continuation
      case .settled, .over: break
      }
      return nil
    }
    continuation?.resume(with: result)
  }

  /// Waits for the value; called once.
  ///
  /// - Throws: What it was settled with, or `CancellationError`.
  func value() async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Value, any Error>? = state.withLock { state in
          guard case .settled(let result) = state else {
            state = .waiting(continuation)
            return nil
          }
          state = .over
          return result
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      settle(.failure(CancellationError()))
    }
  }
}
