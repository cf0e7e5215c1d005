/// Where the record of each job is, by its number.
///
/// Numbers increase, so 64 that follow each other share a block, and the blocks are in order: finding
/// one takes arithmetic where all are there, and a binary search where some are gone. Blocks without
/// jobs are dropped, so that a job that stays for months keeps 265 bytes, not what came after it.
struct JobIndex: Sendable {
  private static let bits: Int64 = 6
  private static let size = 1 << bits
  private static let mask = Int64(size - 1)

  private var numbers: [Int64] = []
  private var counts: [UInt8] = []
  private var slots: [UInt32] = []
  private var emptyBlocks = 0

  /// How many blocks there is memory for.
  var blockCount: Int { numbers.count }

  /// Stores where a job is, whose number is larger than all before.
  mutating func append(_ id: Int64, slot: UInt32) {
    let number = id >> Self.bits
    if numbers.last != number { appendBlock(number) }
    let block = numbers.count - 1
    if counts[block] == 0 { emptyBlocks -= 1 }
    counts[block] += 1
    slots[block << Self.bits + Int(id & Self.mask)] = slot
  }

  /// The slot of a job; nil where there is none.
  func slot(of id: Int64) -> UInt32? {
    guard let block = block(of: id >> Self.bits) else { return nil }
    let slot = slots[block << Self.bits + Int(id & Self.mask)]
    return slot == JobRecord.none ? nil : slot
  }

  /// Forgets a job that is there.
  mutating func remove(_ id: Int64) {
    guard let block = block(of: id >> Self.bits) else { return }
    slots[block << Self.bits + Int(id & Self.mask)] = JobRecord.none
    counts[block] -= 1
    guard counts[block] == 0 else { return }
    emptyBlocks += 1
    if emptyBlocks > 16, emptyBlocks > numbers.count / 2 { dropEmptyBlocks() }
  }

  /// Hands over the slots of the jobs after a number, in their order, until the closure says that it
  /// has enough.
  func visit(after id: Int64, _ body: (UInt32) -> Bool) {
    guard id < .max else { return }
    let first = max(id, -1) + 1
    var block = lowerBound(first >> Self.bits)
    guard block < numbers.count else { return }
    let isInside = numbers[block] == first >> Self.bits
    var place = block << Self.bits + (isInside ? Int(first & Self.mask) : 0)
    while place < slots.count {
      block = place >> Self.bits
      if counts[block] == 0 {
        place = (block + 1) << Self.bits
        continue
      }
      if slots[place] != JobRecord.none, !body(slots[place]) { return }
      place += 1
    }
  }

  private mutating func appendBlock(_ number: Int64) {
    numbers.append(number)
    counts.append(0)
    slots.append(contentsOf: repeatElement(JobRecord.none, count: Self.size))
    emptyBlocks += 1
  }

  private func block(of number: Int64) -> Int? {
    guard let first = numbers.first, first <= number else { return nil }
    let guess = number - first
    if guess < numbers.count, numbers[Int(guess)] == number { return Int(guess) }
    let block = lowerBound(number)
    return block < numbers.count && numbers[block] == number ? block : nil
  }

  /// The first block whose number is at least this.
  private func lowerBound(_ number: Int64) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func dropEmptyBlocks() {
    let kept = counts.indices.filter { counts[$0] > 0 }
    let old = slots
    slots = []
    slots.reserveCapacity(kept.count << Self.bits)
    for block in kept {
      slots.append(contentsOf: old[block << Self.bits..<(block + 1) << Self.bits])
    }
    numbers = kept.map { numbers[$0] }
    counts = kept.map { counts[$0] }
    emptyBlocks = 0
  }
}
