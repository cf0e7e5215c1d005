import NetwatchCore

/// A value on its way from one thread to another.
final class Handover<Value: ~Copyable>: Sendable {
  private let value: Lock<Value?>

  init(_ value: consuming sending Value?) {
    self.value = Lock(value)
  }

  func take() -> sending Value? {
    value.withLock { value in value.take() }
  }
}

extension Handover where Value: Sendable {
  func put(_ new: Value) {
    value.withLock { $0 = new }
  }
}
