/// A closure that waits for its turn.
struct PlannedCaller {
  /// What it waits for besides its turn.
  struct Need: Hashable {
    let requirement: JobRequirement
    let isUrgent: Bool
  }

  let id: UInt64
  let need: Need

  init(id: UInt64, requirement: JobRequirement, isUrgent: Bool) {
    self.id = id
    need = Need(requirement: requirement, isUrgent: isUrgent)
  }
}

/// Closures that wait for their turn at one destination, in the order in which they came.
///
/// Those with the same need stand in one line: what holds for the first holds for all of them, so that
/// ten thousand cost no more to ask than one.
struct PlannedCallers {
  fileprivate struct Line {
    var places: [(number: UInt64, id: UInt64)] = []
    var head = 0
    var waiting: Set<UInt64> = []
  }

  private var lines: [PlannedCaller.Need: Line] = [:]
  private var lastNumber: UInt64 = 0

  var count: Int { lines.values.reduce(0) { $0 + $1.waiting.count } }
  var isEmpty: Bool { lines.isEmpty }

  /// What they wait for.
  var needs: [PlannedCaller.Need] { Array(lines.keys) }

  mutating func append(_ caller: PlannedCaller) {
    lastNumber += 1
    lines[caller.need, default: Line()].places.append((lastNumber, caller.id))
    lines[caller.need]?.waiting.insert(caller.id)
  }

  /// Takes out one that does not wait any more.
  ///
  /// - Returns: Whether it was there.
  mutating func remove(_ id: UInt64) -> Bool {
    for need in needs where lines[need]?.waiting.remove(id) != nil {
      sweep(need)
      return true
    }
    return false
  }

  /// Takes out the first whose need is met.
  mutating func popFirst(where isMet: (PlannedCaller.Need) -> Bool) -> PlannedCaller? {
    let heads = lines.filter { isMet($0.key) }.map { ($0.key, $0.value.places[$0.value.head]) }
    guard let (need, place) = heads.min(by: { $0.1.number < $1.1.number }) else { return nil }
    lines[need]?.waiting.remove(place.id)
    sweep(need)
    return PlannedCaller(id: place.id, requirement: need.requirement, isUrgent: need.isUrgent)
  }

  /// Takes out all.
  mutating func removeAll() -> [UInt64] {
    defer { lines = [:] }
    return lines.values.flatMap(\.waiting)
  }

  /// Makes the head of a line one that waits, and forgets the others when they are the majority.
  private mutating func sweep(_ need: PlannedCaller.Need) {
    guard let index = lines.index(forKey: need) else { return }
    if lines.values[index].waiting.isEmpty {
      lines.remove(at: index)
    } else {
      lines.values[index].sweep()
    }
  }
}

extension PlannedCallers.Line {
  fileprivate mutating func sweep() {
    while !waiting.contains(places[head].id) { head += 1 }
    guard places.count > 16, places.count > 2 * waiting.count else { return }
    places.removeAll { !waiting.contains($0.id) }
    head = 0
  }
}
