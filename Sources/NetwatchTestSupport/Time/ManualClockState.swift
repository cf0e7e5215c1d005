/// Who sleeps on a ``ManualClock``, and who waits for sleepers.
struct ManualClockState {
  struct Sleeper {
    var deadline: ManualClock.Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  struct Waiter {
    var count: Int
    var continuation: CheckedContinuation<Void, Never>
  }

  var now = ManualClock.Instant(offset: .zero)
  var sleepers: [Int: Sleeper] = [:]
  var waiters: [Int: Waiter] = [:]
  private var lastID = 0

  var nextDeadline: ManualClock.Instant? { sleepers.values.map(\.deadline).min() }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func takeSatisfiedWaiters() -> [Waiter] {
    let satisfied = waiters.filter { $0.value.count <= sleepers.count }
    for id in satisfied.keys { waiters[id] = nil }
    return Array(satisfied.values)
  }

  mutating func takeDueSleepers() -> [Sleeper] {
    let due = sleepers.filter { $0.value.deadline <= now }
    for id in due.keys { sleepers[id] = nil }
    return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value)
  }
}
