/// Messages on their way to a server, the next to arrive first: a binary heap.
struct ArrivalQueue {
  /// A message.
  struct Arrival {
    /// When it arrives, in milliseconds.
    let time: Double

    /// Who sent it.
    let client: Int

    /// The version of the row that a write expects; nil for a read.
    let expected: Int?
  }

  private var heap: [Arrival] = []

  mutating func push(_ arrival: Arrival) {
    var child = heap.count
    heap.append(arrival)
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[parent].time > arrival.time else { break }
      heap[child] = heap[parent]
      child = parent
    }
    heap[child] = arrival
  }

  mutating func pop() -> Arrival? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1].time < heap[child].time { child += 1 }
      guard heap[child].time < last.time else { break }
      heap[parent] = heap[child]
      parent = child
    }
    heap[parent] = last
    return first
  }
}
