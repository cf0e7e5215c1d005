import NetwatchCore

/// What the handlers of a test have seen, in order.
final class Runs: Sendable {
  struct Run: Hashable {
    let id: Int64
    let attempt: Int
    let token: Int64
  }

  private let storage = Lock([Run]())

  /// All runs so far.
  var all: [Run] { storage.withLock { $0 } }

  /// The numbers of the jobs that ran, in order.
  var ids: [Int64] { all.map(\.id) }

  var count: Int { storage.withLock { $0.count } }

  func append(_ id: Int64, attempt: Int = 0, token: Int64 = 0) {
    storage.withLock { $0.append(Run(id: id, attempt: attempt, token: token)) }
  }
}

/// A value that a test changes while handlers read it.
final class Switch<Value: Sendable>: Sendable {
  fileprivate let storage: Lock<Value>

  init(_ value: Value) { storage = Lock(value) }

  var value: Value {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }

  /// Changes the value, or reads parts of it that belong together.
  @discardableResult func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    storage.withLock { body(&$0) }
  }
}

extension Switch where Value == Int {
  /// Adds to the value, and returns what it is then.
  @discardableResult func add(_ number: Int) -> Int {
    storage.withLock { value in
      value += number
      return value
    }
  }

  /// Raises the value where it is smaller.
  func raise(to number: Int) { storage.withLock { $0 = max($0, number) } }
}

/// A failure of the network, as a handler throws it.
struct NetworkFailure: NetworkErrorConvertible {
  var networkErrorType: NetworkErrorType
  var retryAfter: Duration?

  init(_ type: NetworkErrorType, retryAfter: Duration? = nil) {
    networkErrorType = type
    self.retryAfter = retryAfter
  }
}
