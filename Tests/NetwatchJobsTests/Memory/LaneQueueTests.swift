import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("The ready jobs of a lane")
struct LaneQueueTests {
  @Test("The smallest rank comes first, however jobs come and go", arguments: 1...5)
  func order(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (slab, queue) = (JobSlab(), LaneQueue())
    let slots = (1...400).map { slab.insert(JobSlabTests.record($0)) }
    var offered: Set<UInt32> = []
    for _ in 1...5_000 {
      let slot = slots[Int.random(in: 0..<slots.count, using: &generator)]
      if offered.remove(slot) != nil {
        queue.remove(slot, in: &slab)
      } else {
        offered.insert(slot)
        queue.insert(slot, in: &slab)
      }
      #expect(queue.first(in: slab)?.rank == offered.map { slab[$0].rank }.min())
      #expect(queue.isEmpty == offered.isEmpty)
    }
  }

  @Test("Taking out what is not offered changes nothing")
  func absent() {
    var (slab, queue) = (JobSlab(), LaneQueue())
    let (first, second) = (slab.insert(JobSlabTests.record(1)), slab.insert(JobSlabTests.record(2)))
    queue.insert(first, in: &slab)
    queue.remove(second, in: &slab)
    queue.remove(first, in: &slab)
    queue.remove(first, in: &slab)
    #expect(queue.isEmpty)
  }
}
