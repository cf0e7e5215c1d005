internal import NetwatchCore

/// Deciders that wait until a verification under way has ended, each bounded.
struct SettledWaiters {
  private struct Waiter {
    var deadline: BootInstant
    var continuation: CheckedContinuation<Void, Never>
  }

  private var waiters: [UInt64: Waiter] = [:]

  /// When the first of them will wait no longer.
  var deadline: BootInstant? { waiters.values.map(\.deadline).min() }

  mutating func add(
    _ id: UInt64,
    until deadline: BootInstant,
    _ continuation: CheckedContinuation<Void, Never>
  ) {
    waiters[id] = Waiter(deadline: deadline, continuation: continuation)
  }

  mutating func release(_ id: UInt64) {
    waiters.removeValue(forKey: id)?.continuation.resume()
  }

  mutating func releaseAll() {
    for waiter in waiters.values { waiter.continuation.resume() }
    waiters = [:]
  }

  mutating func releaseExpired(at now: BootInstant) {
    for (id, waiter) in waiters where waiter.deadline <= now { release(id) }
  }
}
