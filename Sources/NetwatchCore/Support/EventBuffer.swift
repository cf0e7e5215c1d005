/// Events on their way to one observer; the oldest go where there are too many.
@usableFromInline final class EventBuffer<Event: Sendable>: Sendable {
  @usableFromInline typealias Waiter = (id: UInt64, continuation: CheckedContinuation<Void, Never>)

  @usableFromInline struct Storage {
    @usableFromInline var events: [Event] = []
    @usableFromInline var nextID: UInt64 = 0
    /// More than one where two consumers share the events.
    @usableFromInline var waiters: [Waiter] = []
    @usableFromInline var hasFinished = false

    @usableFromInline init() {}

    @inlinable mutating func takeWaiters() -> [Waiter] {
      defer { waiters = [] }
      return waiters
    }

    @inlinable mutating func takeWaiter(_ id: UInt64) -> CheckedContinuation<Void, Never>? {
      waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0).continuation }
    }
  }

  @usableFromInline let storage = Lock(Storage())
  @usableFromInline let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  @usableFromInline var hasFinished: Bool { storage.withLock { $0.hasFinished } }

  @inlinable func append(_ event: Event) {
    let waiters = storage.withLock { storage in
      if storage.events.count >= limit { storage.events.removeFirst() }
      storage.events.append(event)
      return storage.takeWaiters()
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  func finish() {
    let waiters = storage.withLock { storage in
      storage.hasFinished = true
      return storage.takeWaiters()
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  @inlinable func take() -> Event? {
    storage.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
  }

  /// Returns when there is an event, when there will be none, or when the task is cancelled.
  @inlinable func filled() async {
    let id = storage.withLock { storage in
      storage.nextID += 1
      return storage.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = storage.withLock { storage in
          // Looked at under the lock: an event or a cancellation from here on finds the waiter.
          guard storage.events.isEmpty, !storage.hasFinished, !Task.isCancelled else {
            return false
          }
          storage.waiters.append((id, continuation))
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      storage.withLock { $0.takeWaiter(id) }?.resume()
    }
  }
}
