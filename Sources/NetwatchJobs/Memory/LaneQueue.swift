/// The ready jobs of a lane, the smallest rank first.
///
/// Nearly all come in the order of their ranks, or go back to where they were taken from: they are in
/// a list. Only what belongs into its middle is in a heap.
struct LaneQueue: Sendable {
  private enum InLane: HeapPlace {
    static func get(_ record: JobRecord) -> UInt32 { record.lanePlace }
    static func set(_ record: inout JobRecord, _ place: UInt32) { record.lanePlace = place }
  }

  private var run = SlotList()
  private var heap = SlotHeap<JobRank, InLane>()

  var isEmpty: Bool { run.count == 0 && heap.count == 0 }

  /// The job that goes first; nil where there is none.
  func first(in slab: JobSlab) -> (rank: JobRank, slot: UInt32)? {
    guard run.first != JobRecord.none else { return heap.first.map { ($0.key, $0.slot) } }
    let rank = slab[run.first].rank
    if let top = heap.first, top.key < rank { return (top.key, top.slot) }
    return (rank, run.first)
  }

  /// Offers a job.
  mutating func insert(_ slot: UInt32, in slab: inout JobSlab) {
    slab[slot].isOffered = true
    let rank = slab[slot].rank
    if run.count == 0 || slab[run.last].rank < rank {
      run.append(slot, in: &slab)
    } else if rank < slab[run.first].rank {
      run.prepend(slot, in: &slab)
    } else {
      heap.update(slot, rank, in: &slab)
    }
  }

  /// Withdraws a job, where it is offered.
  mutating func remove(_ slot: UInt32, in slab: inout JobSlab) {
    guard slab[slot].isOffered else { return }
    slab[slot].isOffered = false
    if slab[slot].lanePlace == JobRecord.none {
      run.remove(slot, in: &slab)
    } else {
      heap.remove(slot, in: &slab)
    }
  }
}
