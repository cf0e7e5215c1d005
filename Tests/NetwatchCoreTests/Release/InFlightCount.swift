import NetwatchCore

/// Counts, apart from the gate, what is in flight to each destination.
final class InFlightCount: Sendable {
  private struct Storage {
    var present: [String: Int] = [:]
    var highest = 0
    var passed = 0
    var cancelled = 0
  }

  private let storage = Lock(Storage())

  /// The most that ever was in flight to one destination.
  var highest: Int { storage.withLock { $0.highest } }
  var passed: Int { storage.withLock { $0.passed } }
  var cancelled: Int { storage.withLock { $0.cancelled } }

  func began(_ destination: String) {
    storage.withLock { storage in
      storage.present[destination, default: 0] += 1
      storage.highest = max(storage.highest, storage.present[destination, default: 0])
    }
  }

  func ended(_ destination: String) {
    storage.withLock { $0.present[destination, default: 0] -= 1 }
  }

  func workPassed() { storage.withLock { $0.passed += 1 } }
  func workCancelled() { storage.withLock { $0.cancelled += 1 } }
}
