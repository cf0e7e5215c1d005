import NetwatchCore

/// Hands the transitions of jobs to whoever observes them.
final class JobEvents: Sendable {
  private struct Storage {
    var nextID: UInt64 = 0
    var observers: [UInt64: AsyncStream<JobTransition>.Continuation] = [:]
    var hasEnded = false
  }

  /// How far an observer may fall behind.
  private static let limit = 1_000

  private let storage = Lock(Storage())

  /// Whether there is anybody to tell.
  var isObserved: Bool { storage.withLock { !$0.observers.isEmpty } }

  /// A new observer, who hears of everything from now on, and loses the oldest where it falls behind.
  var stream: AsyncStream<JobTransition> {
    AsyncStream(bufferingPolicy: .bufferingNewest(Self.limit)) { continuation in
      let id: UInt64? = storage.withLock { storage in
        guard !storage.hasEnded else { return nil }
        storage.nextID += 1
        storage.observers[storage.nextID] = continuation
        return storage.nextID
      }
      guard let id else { return continuation.finish() }
      continuation.onTermination = { [weak self] _ in
        self?.storage.withLock { _ = $0.observers.removeValue(forKey: id) }
      }
    }
  }

  /// Tells all observers.
  func tell(_ transitions: [JobTransition]) {
    guard !transitions.isEmpty else { return }
    let observers = storage.withLock { Array($0.observers.values) }
    for observer in observers {
      for transition in transitions { observer.yield(transition) }
    }
  }

  /// Ends the streams after what was told.
  func end() {
    let observers = storage.withLock { storage in
      storage.hasEnded = true
      defer { storage.observers = [:] }
      return Array(storage.observers.values)
    }
    for observer in observers { observer.finish() }
  }
}
