/// A list of records that are linked with each other: joining and leaving it cost the same wherever
/// it is done, and it needs no memory of its own.
///
/// A record is in one list at most, that of its state.
struct SlotList: Sendable {
  private(set) var first = JobRecord.none
  private(set) var last = JobRecord.none
  private(set) var count = 0

  mutating func append(_ slot: UInt32, in slab: inout JobSlab) {
    slab[slot].previous = last
    slab[slot].next = JobRecord.none
    if last == JobRecord.none { first = slot } else { slab[last].next = slot }
    last = slot
    count += 1
  }

  mutating func prepend(_ slot: UInt32, in slab: inout JobSlab) {
    slab[slot].previous = JobRecord.none
    slab[slot].next = first
    if first == JobRecord.none { last = slot } else { slab[first].previous = slot }
    first = slot
    count += 1
  }

  /// Takes out a record that is in.
  mutating func remove(_ slot: UInt32, in slab: inout JobSlab) {
    let (previous, next) = (slab[slot].previous, slab[slot].next)
    if previous == JobRecord.none { first = next } else { slab[previous].next = next }
    if next == JobRecord.none { last = previous } else { slab[next].previous = previous }
    count -= 1
  }
}
