/// A value that takes eight bytes where it is kept, and memory of its own.
final class Boxed<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
