import NetwatchCore

/// The rules of generations told a second time: a path keeps its number until it changes or something
/// ends what is known of it.
struct PlainPathModel {
  private var known: [AddressFamily: (path: NetworkPath, generation: UInt64)] = [:]
  private var ended: Set<AddressFamily> = []

  /// What is wrong with the numbers that the paths of a snapshot got, if anything.
  mutating func check(_ snapshot: Snapshot, _ generations: Generations) -> String? {
    for family in AddressFamily.allCases {
      let path = snapshot[family].path
      guard let path, let generation = generations[family] else {
        if (path == nil) != (generations[family] == nil) { return "a number without a path" }
        continue
      }
      let last = known[family]
      let isSame = last?.path == path && !ended.contains(family)
      if isSame != (generation == last?.generation) { return "a wrong number for \(family)" }
      known[family] = (path, generation)
      ended.remove(family)
    }
    return nil
  }

  mutating func told(_ snapshot: Snapshot) {
    ended.formUnion(AddressFamily.allCases.filter { !snapshot[$0].isReachable })
  }

  mutating func resumed() { ended = Set(AddressFamily.allCases) }

  mutating func deleted(_ index: Int32) {
    ended.formUnion(
      AddressFamily.allCases.filter { known[$0]?.path.interfaceIndex == index }
    )
  }
}
