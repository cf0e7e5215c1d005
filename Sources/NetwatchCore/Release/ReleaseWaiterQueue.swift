/// Waiters in the order in which they came.
///
/// One that leaves from the middle is found by its number and only marked, so that ten thousand can
/// be cancelled at once; the marks are swept when they are the majority.
struct ReleaseWaiterQueue {
  typealias Continuation = CheckedContinuation<ReleaseSignal, Never>

  private enum Place {
    /// Suspended until the continuation is resumed.
    case parked(Continuation)

    /// Running, and about to park.
    case awake

    /// Not waiting any more.
    case gone
  }

  private typealias Waiter = (id: UInt64, place: Place)

  private var waiters: [Waiter] = []
  /// The first that is not gone; whatever lies before it is.
  private var head = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The one whose turn is next.
  var first: UInt64? { isEmpty ? nil : waiters[head].id }

  /// Adds a waiter that is about to park; its number must be larger than all before it.
  mutating func append(_ id: UInt64) {
    waiters.append((id, .awake))
    count += 1
  }

  mutating func park(_ id: UInt64, _ continuation: Continuation) {
    guard let index = index(of: id) else { return }
    waiters[index].place = .parked(continuation)
  }

  /// Takes the continuation of a waiter that is to run for a while and stays in its place; nil where
  /// it is not parked.
  mutating func wake(_ id: UInt64) -> Continuation? {
    guard let index = index(of: id), case .parked(let continuation) = waiters[index].place
    else { return nil }
    waiters[index].place = .awake
    return continuation
  }

  /// Takes a waiter out; there is nothing to resume where it is not parked.
  @discardableResult mutating func remove(_ id: UInt64) -> Continuation? {
    guard let index = index(of: id) else { return nil }
    defer { sweep() }
    let place = waiters[index].place
    waiters[index].place = .gone
    count -= 1
    guard case .parked(let continuation) = place else { return nil }
    return continuation
  }

  private mutating func sweep() {
    while head < waiters.count, case .gone = waiters[head].place { head += 1 }
    guard waiters.count > 16, count < waiters.count / 2 else { return }
    waiters.removeAll { waiter in
      if case .gone = waiter.place { true } else { false }
    }
    head = 0
  }

  /// Where a waiter stands; nil where it is gone.
  private func index(of id: UInt64) -> Int? {
    var (low, high) = (head, waiters.count)
    while low < high {
      let middle = (low + high) / 2
      if waiters[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < waiters.count, waiters[low].id == id else { return nil }
    if case .gone = waiters[low].place { return nil }
    return low
  }
}
