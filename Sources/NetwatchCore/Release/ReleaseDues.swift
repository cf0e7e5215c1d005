/// When which destinations are due, the earliest first: a binary heap.
///
/// A destination whose moment changes is added again; what became of the older entry is for the
/// reader to notice.
package struct ReleaseDues {
  package typealias Entry = (moment: BootInstant, destination: String)

  private var entries: [Entry] = []

  package var count: Int { entries.count }
  package var first: Entry? { entries.first }

  package init() {}

  package mutating func append(_ entry: Entry) {
    entries.append(entry)
    rise(from: entries.count - 1)
  }

  package mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    sink()
  }

  private mutating func rise(from start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].moment < entries[parent].moment else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func sink() {
    var parent = 0
    while let child = smallerChild(of: parent), entries[child].moment < entries[parent].moment {
      entries.swapAt(child, parent)
      parent = child
    }
  }

  private func smallerChild(of parent: Int) -> Int? {
    let (left, right) = (2 * parent + 1, 2 * parent + 2)
    guard left < entries.count else { return nil }
    return right < entries.count && entries[right].moment < entries[left].moment ? right : left
  }
}
