import NetwatchTestSupport
import Testing

@testable import NetwatchCore

struct TimerHeapTests {
  @Test(arguments: 0..<50 as Range<UInt64>)
  func `it has what a sorted list has`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var heap = TimerHeap<Int>()
    var list: [Int: BootInstant] = [:]
    for _ in 0..<400 {
      let id = Int.random(in: 0..<40, using: &generator)
      let moment = BootInstant(nanoseconds: .random(in: 0..<60, using: &generator))
      switch Int.random(in: 0..<10, using: &generator) {
      case ..<6:
        heap.set(id, to: moment)
        list[id] = moment
      case ..<9:
        heap.set(id, to: nil)
        list[id] = nil
      default: takeDue(from: &heap, and: &list, at: moment)
      }
      #expect(heap.count == list.count)
      #expect(heap.firstDue == list.values.min())
      #expect(heap.due(of: id) == list[id])
    }
    takeDue(from: &heap, and: &list, at: .distantFuture)
    #expect(heap.count == 0)
  }

  private func takeDue(
    from heap: inout TimerHeap<Int>,
    and list: inout [Int: BootInstant],
    at now: BootInstant
  ) {
    let due = list.filter { $0.value <= now }
    list = list.filter { $0.value > now }
    let taken = heap.takeDue(at: now)
    #expect(Set(taken) == Set(due.keys) && taken.count == due.count)
    #expect(taken.map { due[$0] ?? now } == due.values.sorted())
  }
}
