/// Events on their way to one observer; the oldest go where there are too many.
@usableFromInline final class EventBuffer<Event: Sendable>: Sendable {
  @usableFromInline struct Storage {
    @usableFromInline var events: [Event] = []
    @usableFromInline var waiter: CheckedContinuation<Void, Never>?
    @usableFromInline var hasFinished = false

    @usableFromInline init() {}
  }

  @usableFromInline let storage = Lock(Storage())
  @usableFromInline let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  @usableFromInline var hasFinished: Bool { storage.withLock { $0.hasFinished } }

  @inlinable func append(_ event: Event) {
    let waiter = storage.withLock { storage in
      if storage.events.count >= limit { storage.events.removeFirst() }
      storage.events.append(event)
      return storage.waiter.take()
    }
    waiter?.resume()
  }

  func finish() {
    let waiter = storage.withLock { storage in
      storage.hasFinished = true
      return storage.waiter.take()
    }
    waiter?.resume()
  }

  @inlinable func take() -> Event? {
    storage.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
  }

  /// Returns when there is an event, when there will be none, or when the task is cancelled.
  @inlinable func filled() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = storage.withLock { storage in
          // Looked at under the lock: an event or a cancellation from here on finds the waiter.
          guard storage.events.isEmpty, !storage.hasFinished, !Task.isCancelled else {
            return false
          }
          storage.waiter = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      storage.withLock { $0.waiter.take() }?.resume()
    }
  }
}
