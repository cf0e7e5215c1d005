import NetwatchCore

/// Fails as it is told to, then succeeds, and counts how often it was called.
final class ScriptedOperation: Sendable {
  private struct Storage {
    var failures: [any Error]
    var calls = 0
  }

  private let storage: Lock<Storage>

  init(failures: [any Error]) {
    storage = Lock(Storage(failures: failures))
  }

  var calls: Int { storage.withLock { $0.calls } }

  /// The number of the call, or the failure that is due.
  func call() throws -> Int {
    try storage.withLock { storage in
      storage.calls += 1
      guard storage.failures.isEmpty else { throw storage.failures.removeFirst() }
      return storage.calls
    }
  }
}

/// A failure of a known kind.
struct Failure: NetworkErrorConvertible, Equatable {
  var networkErrorType: NetworkErrorType
  var number = 0

  init(_ type: NetworkErrorType, number: Int = 0) {
    networkErrorType = type
    self.number = number
  }

  static func status(_ code: Int) -> Self { Self(.status(code)) }
}

/// A failure that says nothing of itself.
struct Unknown: Error, Equatable {
  var number = 0
}
