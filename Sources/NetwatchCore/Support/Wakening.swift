/// Observers that are to be woken; to wake ten thousand takes milliseconds, so it can be done in parts.
package struct Wakening: Sendable {
  private var continuations: ArraySlice<CheckedContinuation<Void, Never>>

  init(taking waiters: inout [UInt64: CheckedContinuation<Void, Never>]) {
    guard !waiters.isEmpty else {
      continuations = []
      return
    }
    continuations = ArraySlice(waiters.values)
    waiters.removeAll(keepingCapacity: true)
  }

  /// Whether nobody is left to wake.
  package var isEmpty: Bool { continuations.isEmpty }

  /// Wakes the next few observers.
  package mutating func wake(atMost count: Int) {
    for continuation in continuations.prefix(count) { continuation.resume() }
    continuations = continuations.dropFirst(count)
  }

  /// Wakes everybody.
  package func wakeAll() {
    for continuation in continuations { continuation.resume() }
  }
}
