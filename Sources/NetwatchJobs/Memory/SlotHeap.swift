/// Says where in a heap a record is, by writing it into the record.
protocol HeapPlace {
  static func get(_ record: JobRecord) -> UInt32
  static func set(_ record: inout JobRecord, _ place: UInt32)
}

/// A heap of records, the smallest key first, that knows where each of them is: so one can be taken
/// out from the middle, and nothing is left behind by jobs that are gone.
///
/// It has four branches a level, which touches half as many records as two would.
struct SlotHeap<Key: Comparable & Sendable, Place: HeapPlace>: Sendable {
  private struct Entry: Sendable {
    var key: Key
    var slot: UInt32
  }

  private var entries: ContiguousArray<Entry> = []

  var count: Int { entries.count }

  /// The smallest key, and the record that has it.
  var first: (key: Key, slot: UInt32)? { entries.first.map { ($0.key, $0.slot) } }

  /// Puts a record in, or moves it to where its new key belongs.
  mutating func update(_ slot: UInt32, _ key: Key, in slab: inout JobSlab) {
    let place = Place.get(slab[slot])
    guard place != JobRecord.none else {
      entries.append(Entry(key: key, slot: slot))
      rise(from: entries.count - 1, in: &slab)
      return
    }
    let old = entries[Int(place)].key
    entries[Int(place)].key = key
    if key < old { rise(from: Int(place), in: &slab) } else { sink(from: Int(place), in: &slab) }
  }

  /// Takes a record out, where it is in.
  mutating func remove(_ slot: UInt32, in slab: inout JobSlab) {
    let place = Place.get(slab[slot])
    guard place != JobRecord.none else { return }
    Place.set(&slab[slot], JobRecord.none)
    let last = entries.removeLast()
    guard last.slot != slot else { return }
    let old = entries[Int(place)].key
    entries[Int(place)] = last
    if last.key < old {
      rise(from: Int(place), in: &slab)
    } else {
      sink(from: Int(place), in: &slab)
    }
  }

  private mutating func rise(from start: Int, in slab: inout JobSlab) {
    let entry = entries[start]
    var place = start
    while place > 0 {
      let parent = (place - 1) / 4
      guard entry.key < entries[parent].key else { break }
      put(entries[parent], at: place, in: &slab)
      place = parent
    }
    put(entry, at: place, in: &slab)
  }

  private mutating func sink(from start: Int, in slab: inout JobSlab) {
    let entry = entries[start]
    var place = start
    while let child = smallestChild(of: place), entries[child].key < entry.key {
      put(entries[child], at: place, in: &slab)
      place = child
    }
    put(entry, at: place, in: &slab)
  }

  private func smallestChild(of place: Int) -> Int? {
    let first = place * 4 + 1
    guard first < entries.count else { return nil }
    var smallest = first
    for child in first..<min(first + 4, entries.count)
    where entries[child].key < entries[smallest].key { smallest = child }
    return smallest
  }

  private mutating func put(_ entry: Entry, at place: Int, in slab: inout JobSlab) {
    entries[place] = entry
    Place.set(&slab[entry.slot], UInt32(place))
  }
}
