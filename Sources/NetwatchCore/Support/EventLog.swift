/// A stream of events to any number of observers, each with a bounded buffer of its own.
///
/// An observer that falls behind by more than the bound loses the oldest events.
package final class EventLog<Event: Sendable>: Sendable {
  private struct Storage {
    var nextID: UInt64 = 0
    var observers: [UInt64: AsyncStream<Event>.Continuation] = [:]
    var hasFinished = false
  }

  private let storage = Lock(Storage())
  private let limit: Int

  /// Creates a log whose observers may fall behind by `limit` events.
  package init(limit: Int) {
    self.limit = limit
  }

  /// The number of observers.
  package var observerCount: Int { storage.withLock { $0.observers.count } }

  /// Hands an event to every observer.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - update: Makes the event the present state, so that an observer who comes meanwhile sees it
  ///     once.
  /// - Returns: What `update` returns.
  package func append<Result: Sendable>(
    _ event: Event,
    updating update: @Sendable () -> Result
  ) -> Result {
    // Under the lock, which keeps all observers in the order of publication. It cannot call back:
    // only `finish` and cancellation run a termination handler, and neither happens here.
    storage.withLock { storage in
      let result = update()
      for observer in storage.observers.values { observer.yield(event) }
      return result
    }
  }

  /// Ends every present and future stream after its pending events.
  package func finish() {
    let observers = storage.withLock { storage in
      storage.hasFinished = true
      defer { storage.observers = [:] }
      return Array(storage.observers.values)
    }
    for observer in observers { observer.finish() }
  }

  /// A new observer's stream.
  ///
  /// - Parameter first: Called while nothing can be published; its value comes first.
  /// - Returns: The stream, which ends with the log.
  package func events(startingWith first: @Sendable () -> Event) -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Event.self,
      bufferingPolicy: .bufferingNewest(limit)
    )
    let id: UInt64? = storage.withLock { storage in
      continuation.yield(first())
      guard !storage.hasFinished else { return nil }
      storage.nextID += 1
      storage.observers[storage.nextID] = continuation
      return storage.nextID
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.storage.withLock { storage in _ = storage.observers.removeValue(forKey: id) }
    }
    return stream
  }
}
