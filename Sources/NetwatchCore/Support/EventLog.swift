/// A stream of events to any number of observers, each with a bounded buffer of its own.
///
/// An observer that falls behind by more than the bound loses the oldest events.
package final class EventLog<Event: Sendable>: Sendable {
  @usableFromInline struct Storage {
    @usableFromInline var nextID: UInt64 = 0
    @usableFromInline var observers: [UInt64: EventBuffer<Event>] = [:]
    @usableFromInline var hasFinished = false

    @usableFromInline init() {}
  }

  @usableFromInline let storage = Lock(Storage())
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
  @inlinable package func append(_ event: Event, updating update: () -> Void) {
    // Under the lock, which keeps all observers in the order of publication. It cannot call back: an
    // observer that is resumed runs on an executor, never here.
    storage.withLock { storage in
      update()
      for observer in storage.observers.values { observer.append(event) }
    }
  }

  /// Ends every present and future observation after its pending events.
  package func finish() {
    let observers = storage.withLock { storage in
      storage.hasFinished = true
      defer { storage.observers = [:] }
      return Array(storage.observers.values)
    }
    for observer in observers { observer.finish() }
  }

  /// A new observer, who hears of everything from now on.
  ///
  /// - Parameter first: Called while nothing can be published; its value comes first.
  /// - Returns: The events, which end with the log. They are for one consumer.
  package func observe(startingWith first: () -> Event) -> EventLogObserver<Event> {
    let buffer = EventBuffer<Event>(limit: limit)
    let id = storage.withLock { storage in
      buffer.append(first())
      guard !storage.hasFinished else {
        buffer.finish()
        return storage.nextID
      }
      storage.nextID += 1
      storage.observers[storage.nextID] = buffer
      return storage.nextID
    }
    return EventLogObserver(buffer: buffer) { [weak self] in
      self?.storage.withLock { storage in _ = storage.observers.removeValue(forKey: id) }
    }
  }
}
