import NetwatchCore

/// Hands the transitions of jobs to whoever observes them: to one function, which hears of all of
/// them, and to streams, which lose the oldest where they are read too slowly.
final class JobEvents: Sendable {
  private struct Storage {
    var observer: (@Sendable ([JobTransition]) -> Void)?
    var nextID: UInt64 = 0
    var streams: [UInt64: AsyncStream<JobTransition>.Continuation] = [:]
    var hasEnded = false
  }

  /// How far a stream may fall behind.
  private static let limit = 1_000

  private let storage = Lock(Storage())

  /// Has a function called with all that is told from now on, instead of the one before.
  func observe(_ observer: @escaping @Sendable ([JobTransition]) -> Void) {
    // Let go of outside the lock, with all that it holds.
    _ = storage.withLock { storage in
      defer { storage.observer = observer }
      return storage.observer
    }
  }

  /// A new stream of everything from now on.
  var stream: AsyncStream<JobTransition> {
    AsyncStream(bufferingPolicy: .bufferingNewest(Self.limit)) { continuation in
      let id: UInt64? = storage.withLock { storage in
        guard !storage.hasEnded else { return nil }
        storage.nextID += 1
        storage.streams[storage.nextID] = continuation
        return storage.nextID
      }
      guard let id else { return continuation.finish() }
      continuation.onTermination = { [weak self] _ in
        self?.storage.withLock { _ = $0.streams.removeValue(forKey: id) }
      }
    }
  }

  /// Tells everybody, in this call.
  ///
  /// - Parameter transitions: Made only where there is somebody to tell.
  func tell(_ transitions: @autoclosure () -> [JobTransition]) {
    let (observer, streams) = storage.withLock { ($0.observer, Array($0.streams.values)) }
    guard observer != nil || !streams.isEmpty else { return }
    let transitions = transitions()
    guard !transitions.isEmpty else { return }
    observer?(transitions)
    for stream in streams {
      for transition in transitions { stream.yield(transition) }
    }
  }

  /// Ends the streams after what was told; the function hears of what comes later too.
  func end() {
    let streams = storage.withLock { storage in
      storage.hasEnded = true
      defer { storage.streams = [:] }
      return Array(storage.streams.values)
    }
    for stream in streams { stream.finish() }
  }
}
