import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("The heap that knows where its records are")
struct SlotHeapTests {
  private enum Place: HeapPlace {
    static func get(_ record: JobRecord) -> UInt32 { record.timerPlace }
    static func set(_ record: inout JobRecord, _ place: UInt32) { record.timerPlace = place }
  }

  @Test("The smallest key comes first, whatever is put in, moved and taken out", arguments: 1...5)
  func order(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var slab = JobSlab()
    var heap = SlotHeap<Int, Place>()
    let slots = (1...300).map { slab.insert(JobSlabTests.record($0)) }
    var keys: [UInt32: Int] = [:]
    for _ in 1...5_000 {
      let slot = slots[Int.random(in: 0..<slots.count, using: &generator)]
      if Int.random(in: 0..<3, using: &generator) == 0 {
        heap.remove(slot, in: &slab)
        keys[slot] = nil
      } else {
        let key = Int.random(in: 0..<200, using: &generator)
        heap.update(slot, key, in: &slab)
        keys[slot] = key
      }
      #expect(heap.count == keys.count)
      #expect(heap.first?.key == keys.values.min())
      #expect(heap.first.map { keys[$0.slot] } == heap.first?.key)
    }
    var drained: [Int] = []
    while let first = heap.first {
      drained.append(first.key)
      heap.remove(first.slot, in: &slab)
    }
    #expect(drained == keys.values.sorted())
  }
}
