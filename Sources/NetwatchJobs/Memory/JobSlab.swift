/// The records of all jobs, in chunks, so that nothing is moved when there are more of them.
///
/// A record stays in its slot until it is removed; the slot is used again then, and the memory of a
/// chunk whose slots are all free is given back.
struct JobSlab: Sendable {
  fileprivate struct Chunk: Sendable {
    var records: ContiguousArray<JobRecord> = []
    var firstFree = JobRecord.none
    var count = 0
  }

  private static let bits: UInt32 = 10
  private static let size = 1 << bits
  private static let mask = UInt32(size - 1)

  private var chunks: [Chunk] = []
  /// The chunks that have a free slot.
  private var roomy: [UInt32] = []
  /// A chunk that is empty and keeps its memory, so that a queue that is empty now and then does not
  /// ask for it each time.
  private var spare: UInt32?

  /// How many records there are.
  private(set) var count = 0

  subscript(slot: UInt32) -> JobRecord {
    _read { yield chunks[Int(slot >> Self.bits)].records[Int(slot & Self.mask)] }
    _modify { yield &chunks[Int(slot >> Self.bits)].records[Int(slot & Self.mask)] }
  }

  /// How many records there is memory for.
  var capacity: Int { chunks.reduce(0) { $0 + $1.records.capacity } }

  /// Stores a record.
  ///
  /// - Returns: Its slot.
  mutating func insert(_ record: JobRecord) -> UInt32 {
    let number = roomyChunk()
    let place = chunks[Int(number)].insert(record)
    if chunks[Int(number)].count == Self.size { roomy.removeLast() }
    count += 1
    return number << Self.bits | place
  }

  /// Removes the record in a slot.
  mutating func remove(_ slot: UInt32) {
    let number = slot >> Self.bits
    if chunks[Int(number)].count == Self.size { roomy.append(number) }
    chunks[Int(number)].remove(slot & Self.mask)
    count -= 1
    if chunks[Int(number)].count == 0 { emptied(number) }
  }

  private mutating func roomyChunk() -> UInt32 {
    if roomy.isEmpty {
      roomy.append(UInt32(chunks.count))
      chunks.append(Chunk())
    }
    let number = roomy[roomy.count - 1]
    if number == spare { spare = nil }
    if chunks[Int(number)].records.isEmpty {
      chunks[Int(number)].records.reserveCapacity(Self.size)
    }
    return number
  }

  private mutating func emptied(_ number: UInt32) {
    guard spare != nil else {
      spare = number
      return
    }
    chunks[Int(number)] = Chunk()
  }
}

extension JobSlab.Chunk {
  fileprivate mutating func insert(_ record: JobRecord) -> UInt32 {
    count += 1
    guard firstFree != JobRecord.none else {
      records.append(record)
      return UInt32(records.count - 1)
    }
    let place = firstFree
    firstFree = records[Int(place)].next
    records[Int(place)] = record
    return place
  }

  fileprivate mutating func remove(_ place: UInt32) {
    records[Int(place)] = JobRecord(nextFree: firstFree)
    firstFree = place
    count -= 1
  }
}
