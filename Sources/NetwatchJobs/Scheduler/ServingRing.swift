/// Destinations at which it is to be looked what may go, each once, in the order in which they came.
struct ServingRing {
  private var names: [String] = []
  private var head = 0
  private var members: Set<String> = []

  func contains(_ name: String) -> Bool { members.contains(name) }

  /// Adds a destination at the end, unless it is there.
  mutating func append(_ name: String) {
    if members.insert(name).inserted { names.append(name) }
  }

  mutating func popFirst() -> String? {
    guard head < names.count else { return nil }
    defer { sweep() }
    members.remove(names[head])
    head += 1
    return names[head - 1]
  }

  private mutating func sweep() {
    guard head > 64, head > names.count / 2 else { return }
    names.removeFirst(head)
    head = 0
  }
}
