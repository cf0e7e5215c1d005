/// A current value that any number of tasks can observe, newest wins.
///
/// Each observer starts with the current value and then sees changes, without repeats. One that falls
/// behind skips to the newest value; it costs the publisher nothing, because only observers that wait
/// are known to it.
package final class StateBroadcast<Value: Equatable & Sendable>: Sendable {
  private struct Storage {
    var current: Value
    /// Grows with every publication, and not when a value is merely refreshed.
    var version: UInt64 = 0
    var nextID: UInt64 = 0
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var hasFinished = false
  }

  private let storage: Lock<Storage>

  /// Creates a broadcast that holds an initial value.
  package init(_ initial: Value) {
    storage = Lock(Storage(current: initial))
  }

  /// The value published last.
  package var current: Value { storage.withLock { $0.current } }

  /// The number of observers that wait for a change.
  package var waiterCount: Int { storage.withLock { $0.waiters.count } }

  /// Replaces the value without waking anybody, for details that are no news.
  package func refresh(_ value: Value) {
    storage.withLock { $0.current = value }
  }

  /// Replaces the value.
  ///
  /// - Returns: The observers to wake, which is for the caller to do, when it has time for it.
  package func publish(_ value: Value) -> Wakening {
    storage.withLock { storage in
      storage.current = value
      storage.version += 1
      return Wakening(taking: &storage.waiters)
    }
  }

  /// Ends every present and future observation after its pending value.
  package func finish() {
    let wakening = storage.withLock { storage in
      storage.hasFinished = true
      return Wakening(taking: &storage.waiters)
    }
    wakening.wakeAll()
  }

  /// The current value followed by every later change, as one observer sees them.
  package var values: AsyncStream<Value> {
    let observer = Observer(broadcast: self)
    return AsyncStream(unfolding: { await observer.next() })
  }

  fileprivate enum Step {
    case value(Value), finished, wait(after: UInt64)
  }

  /// What an observer has seen.
  fileprivate struct Position {
    var version: UInt64?
    var value: Value?
  }

  fileprivate func step(_ position: inout Position) -> Step {
    let (value, version, hasFinished) = storage.withLock { storage in
      (storage.current, storage.version, storage.hasFinished)
    }
    guard position.version == version || position.value == value else {
      position = Position(version: version, value: value)
      return .value(value)
    }
    position.version = version
    return hasFinished ? .finished : .wait(after: version)
  }

  fileprivate func wait(after version: UInt64) async {
    let id = storage.withLock { storage in
      storage.nextID += 1
      return storage.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = storage.withLock { storage in
          // Looked at under the lock: a change or a cancellation from here on finds the waiter.
          guard storage.version == version, !storage.hasFinished, !Task.isCancelled
          else { return false }
          storage.waiters[id] = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      storage.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }
}

/// One observer's position in a ``StateBroadcast``.
private final class Observer<Value: Equatable & Sendable>: Sendable {
  private let broadcast: StateBroadcast<Value>
  private let position = Lock(StateBroadcast<Value>.Position())

  init(broadcast: StateBroadcast<Value>) {
    self.broadcast = broadcast
  }

  func next() async -> Value? {
    while !Task.isCancelled {
      switch position.withLock({ broadcast.step(&$0) }) {
      case .value(let value): return value
      case .finished: return nil
      case .wait(let version): await broadcast.wait(after: version)
      }
    }
    return nil
  }
}
