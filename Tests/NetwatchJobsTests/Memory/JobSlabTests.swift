import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs

@Suite("The records and where they are")
struct JobSlabTests {
  private static let moment = StoreMoment(
    boot: BootInstant(nanoseconds: 0),
    wall: WallTime(seconds: 0, nanoseconds: 0)
  )

  static func record(_ id: Int64) -> JobRecord {
    JobRecord(
      id: id,
      job: NewJob(kind: "k", payload: []),
      lane: 0,
      owner: JobRecord.none,
      at: moment
    )
  }

  @Test(
    "A record is found in its slot, and under its number, until it is removed",
    arguments: 1...3
  )
  func findsAll(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (slab, index) = (JobSlab(), JobIndex())
    var kept: [Int64: UInt32] = [:]
    for id in 1...Int64(20_000) {
      kept[id] = slab.insert(Self.record(id))
      index.append(id, slot: kept[id] ?? 0)
      // First more come than go, then the other way round.
      for _ in 0..<(id < 8_000 ? Int(id % 2) : 2) {
        guard let gone = kept.randomElement(using: &generator) else { break }
        slab.remove(gone.value)
        index.remove(gone.key)
        kept[gone.key] = nil
        #expect(index.slot(of: gone.key) == nil)
      }
      #expect(slab.count == kept.count)
    }
    #expect(kept.allSatisfy { slab[$0.value].id == $0.key && index.slot(of: $0.key) == $0.value })
    #expect(Set(kept.values).count == kept.count)
  }

  @Test("Slots are used again: a queue that stays short needs no more memory, however much passes")
  func reuses() {
    var (slab, index) = (JobSlab(), JobIndex())
    var queue: [(id: Int64, slot: UInt32)] = []
    for id in 1...Int64(50_000) {
      queue.append((id, slab.insert(Self.record(id))))
      index.append(id, slot: queue[queue.count - 1].slot)
      guard queue.count > 500 else { continue }
      let first = queue.removeFirst()
      slab.remove(first.slot)
      index.remove(first.id)
    }
    #expect(slab.capacity <= 1_100)
    #expect(index.blockCount <= 40)
  }

  @Test("Slots between others are used again before there is more memory")
  func fillsGaps() {
    var slab = JobSlab()
    let slots = (1...4_096).map { slab.insert(Self.record($0)) }
    let capacity = slab.capacity
    for slot in slots where slot.isMultiple(of: 2) { slab.remove(slot) }
    let again = (1...2_048).map { slab.insert(Self.record($0)) }
    #expect(Set(again) == Set(slots.filter { $0.isMultiple(of: 2) }))
    #expect(slab.capacity == capacity)
  }

  @Test("The memory of a burst is given back when its records are gone, but for one chunk")
  func givesBack() {
    var slab = JobSlab()
    let slots = (1...10_000).map { slab.insert(Self.record($0)) }
    for slot in slots { slab.remove(slot) }
    #expect(slab.capacity <= 1_100)
    #expect(slab.insert(Self.record(1)) < 10_240)
    #expect(slab.count == 1)
  }

  @Test("A job that stays long keeps one block of numbers, not all that came after it")
  func keepsStragglers() {
    var index = JobIndex()
    for id in 1...Int64(100_000) {
      index.append(id, slot: UInt32(id))
      if id > 1_000, id % 1_000 != 0 { index.remove(id) }
    }
    #expect(index.blockCount <= 2 * (16 + 99) + 33)
    #expect(index.slot(of: 1) == 1)
    #expect(index.slot(of: 99_000) == 99_000)
    #expect(index.slot(of: 99_001) == nil)
  }

  @Test(
    "Numbers that were never given, or are no numbers of jobs, are not found",
    arguments: [Int64.min, -1, 0, 4, 64, 1_000, .max]
  )
  func findsNothing(id: Int64) {
    var index = JobIndex()
    #expect(index.slot(of: id) == nil)
    for id in 1...Int64(3) { index.append(id, slot: 0) }
    #expect(index.slot(of: id) == nil)
  }

  @Test("The jobs after a number are visited in order, whatever is gone between", arguments: 1...3)
  func visits(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var index = JobIndex()
    var kept: [Int64] = []
    for id in 1...Int64(5_000) {
      index.append(id, slot: UInt32(id))
      if id % 700 < 500 || Bool.random(using: &generator) {
        index.remove(id)
      } else {
        kept.append(id)
      }
    }
    for after in [Int64.min, 0, 499, 500, 1_234, 3_000, 4_999, 5_000, .max] {
      var found: [Int64] = []
      index.visit(after: after) { slot in
        found.append(Int64(slot))
        return found.count < 100
      }
      #expect(found == Array(kept.filter { $0 > after }.prefix(100)))
    }
  }

  @Test("A record takes 96 bytes, its owner's number included")
  func size() {
    #expect(MemoryLayout<JobRecord>.stride == 96)
  }
}
