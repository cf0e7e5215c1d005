import NetwatchCore

/// An exchange that one task waits for.
///
/// That is all it has a task suspend for, so that the task's frames stay few and small.
final class PendingExchange: Sendable {
  private struct State {
    var waiter: CheckedContinuation<Void, Never>?
    var exchange: (any TransportExchange)?
    var result: TransportResult?
    var isCancelled = false
  }

  private let state = Lock(State())

  /// How it ended, which it must have.
  var result: TransportResult {
    guard let result = state.withLock({ $0.result }) else {
      preconditionFailure("An exchange has a result once it was run.")
    }
    return result
  }

  /// Starts it, and returns once it has ended.
  ///
  /// - Parameter start: As a transport's `start`, without the request.
  func run(
    _ start: (@escaping @Sendable (TransportResult) -> Void) -> (any TransportExchange)?
  ) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        state.withLock { $0.waiter = waiter }
        let exchange = start { self.ended($0) }
        let isCancelled = state.withLock { state in
          if state.result == nil { state.exchange = exchange }
          return state.isCancelled
        }
        if isCancelled { exchange?.cancel() }
      }
    } onCancel: {
      cancel()
    }
  }

  private func ended(_ result: TransportResult) {
    let waiter = state.withLock { state in
      state.result = result
      state.exchange = nil
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  private func cancel() {
    let exchange = state.withLock { state in
      state.isCancelled = true
      return state.exchange
    }
    exchange?.cancel()
  }
}
