import NetwatchCore

/// A number that several tasks add to.
final class Counter: Sendable {
  private let number = Lock(0)

  var value: Int { number.withLock { $0 } }

  func add(_ count: Int) { number.withLock { $0 += count } }
}
