import NetwatchCore

/// A fetch whose calls end when a test says so, and how.
///
/// A call that is cancelled ends at once, unless the fetch is told to take no notice.
final class ScriptedFetch<Value: Sendable>: Sendable {
  private struct State {
    var count = 0
    /// How many calls could be, or have been, ended: a call is counted a little earlier.
    var endableCount = 0
    var peak = 0
    var underWay: [Int: CheckedContinuation<Value, any Error>] = [:]
    var observers: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
    var lastObserver = 0

    /// Takes those out who wait for no more calls than there were.
    mutating func takeObservers() -> [CheckedContinuation<Void, Never>] {
      let due = observers.filter { $0.value.count <= endableCount }
      for id in due.keys { observers[id] = nil }
      return due.values.map(\.continuation)
    }
  }

  private let state = Lock(State())
  private let heedsCancellation: Bool

  init(heedsCancellation: Bool = true) {
    self.heedsCancellation = heedsCancellation
  }

  /// How many calls there were.
  var count: Int { state.withLock { $0.count } }

  /// How many calls are under way.
  var underWay: Int { state.withLock { $0.underWay.count } }

  /// The most calls that were under way at once.
  var peak: Int { state.withLock { $0.peak } }

  /// The fetch.
  func callAsFunction() async throws -> Value {
    let call = state.withLock { state in
      state.count += 1
      return state.count
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let observers = state.withLock { state in
          state.underWay[call] = continuation
          state.endableCount += 1
          state.peak = max(state.peak, state.underWay.count)
          return state.takeObservers()
        }
        for observer in observers { observer.resume() }
        if Task.isCancelled { cancelled(call) }
      }
    } onCancel: {
      cancelled(call)
    }
  }

  private func cancelled(_ call: Int) {
    if heedsCancellation { end(call, .failure(CancellationError())) }
  }

  /// Returns once there were so many calls, all of which could have been ended.
  ///
  /// It also returns when the waiting task is cancelled, so that a test that waits in vain ends at its
  /// time limit instead of hanging.
  func calls(_ count: Int) async {
    let id = state.withLock { state in
      state.lastObserver += 1
      return state.lastObserver
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let observers = state.withLock { state in
          // Looked at under the lock: a cancellation from here on finds the observer.
          state.observers[id] = (Task.isCancelled ? 0 : count, continuation)
          return state.takeObservers()
        }
        for observer in observers { observer.resume() }
      }
    } onCancel: {
      state.withLock { $0.observers.removeValue(forKey: id) }?.continuation.resume()
    }
  }

  /// Ends a call, counted from 1; by default the newest.
  func succeed(_ call: Int? = nil, with value: Value) {
    end(call ?? count, .success(value))
  }

  /// Ends a call, counted from 1; by default the newest.
  func fail(_ call: Int? = nil, with error: any Error) {
    end(call ?? count, .failure(error))
  }

  private func end(_ call: Int, _ result: Result<Value, any Error>) {
    state.withLock { $0.underWay.removeValue(forKey: call) }?.resume(with: result)
  }
}

/// What a fetch fails with in tests.
struct Failure: Error, Equatable {
  var name = "failure"
}
