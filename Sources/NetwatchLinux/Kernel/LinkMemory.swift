internal import NetwatchNetlink

/// The link asked about last; more are not worth remembering, and none beyond one evaluation.
struct LinkMemory: Sendable {
  private var last: Link?

  subscript(index: Int32) -> Link? {
    last?.index == index ? last : nil
  }

  mutating func remember(_ link: Link) {
    last = link
  }

  mutating func forget() {
    last = nil
  }
}
