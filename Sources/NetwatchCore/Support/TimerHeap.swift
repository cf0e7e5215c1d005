/// Moments, the earliest first, each with whom it is for: a binary heap that knows where everybody is,
/// so that a moment can be moved or taken out.
package struct TimerHeap<ID: Hashable & Sendable>: Sendable {
  private struct Entry: Sendable {
    var due: BootInstant
    let id: ID
  }

  private var entries: [Entry] = []
  private var places: [ID: Int] = [:]

  /// Creates an empty heap.
  package init() {}

  package var count: Int { entries.count }
  package var firstDue: BootInstant? { entries.first?.due }

  /// When somebody is due.
  package func due(of id: ID) -> BootInstant? {
    places[id].map { entries[$0].due }
  }

  /// Sets or moves somebody's moment; nil takes it out.
  package mutating func set(_ id: ID, to due: BootInstant?) {
    guard let due else { return remove(id) }
    guard let place = places[id] else {
      entries.append(Entry(due: due, id: id))
      return rise(from: entries.count - 1)
    }
    let old = entries[place].due
    entries[place].due = due
    if due < old { rise(from: place) } else { sink(from: place) }
  }

  /// Takes out all whose moment has come, the earliest first.
  package mutating func takeDue(at now: BootInstant) -> [ID] {
    var due: [ID] = []
    while let first = entries.first, first.due <= now {
      due.append(first.id)
      remove(first.id)
    }
    return due
  }

  private mutating func remove(_ id: ID) {
    guard let place = places.removeValue(forKey: id) else { return }
    let last = entries.removeLast()
    guard place < entries.count else { return }
    entries[place] = last
    rise(from: place)
    if let now = places[last.id] { sink(from: now) }
  }

  private mutating func rise(from start: Int) {
    let entry = entries[start]
    var place = start
    while place > 0, entry.due < entries[(place - 1) / 2].due {
      put(entries[(place - 1) / 2], at: place)
      place = (place - 1) / 2
    }
    put(entry, at: place)
  }

  private mutating func sink(from start: Int) {
    let entry = entries[start]
    var place = start
    while let child = earlierChild(of: place), entries[child].due < entry.due {
      put(entries[child], at: place)
      place = child
    }
    put(entry, at: place)
  }

  private func earlierChild(of place: Int) -> Int? {
    let (left, right) = (2 * place + 1, 2 * place + 2)
    guard left < entries.count else { return nil }
    return right < entries.count && entries[right].due < entries[left].due ? right : left
  }

  private mutating func put(_ entry: Entry, at place: Int) {
    entries[place] = entry
    places[entry.id] = place
  }
}
