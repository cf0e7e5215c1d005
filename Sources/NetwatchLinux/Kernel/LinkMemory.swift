internal import NetwatchNetlink

/// The link asked about last; more are not worth remembering.
///
/// What it is, other than how it is, is believed from one evaluation to the next, but only of a plain
/// link, and only while every deletion would have been heard of.
struct LinkMemory: Sendable {
  private var last: Link?
  /// Whether packets pass by that link whatever other links do.
  private(set) var isPlain = false
  private var isFresh = false

  /// The link with an index, as it is in this evaluation.
  subscript(index: Int32) -> Link? {
    isFresh && last?.index == index ? last : nil
  }

  /// The link with an index, as it was in an earlier evaluation.
  func plain(_ index: Int32) -> Link? {
    isPlain && last?.index == index ? last : nil
  }

  mutating func remember(_ link: Link) {
    // Plain once, plain for ever: to find out takes longer than to compare.
    isPlain = isPlain && last?.index == link.index || link.isPlain
    last = link
    isFresh = true
  }

  /// Another evaluation begins: how links are has to be asked again.
  mutating func age() {
    isFresh = false
  }

  mutating func forget() {
    last = nil
  }
}

extension Link {
  /// Whether its name and its flags say all that matters: whether packets pass depends on no other
  /// link.
  fileprivate var isPlain: Bool {
    guard let kind else { return true }
    return kind != "bridge" && kind != "tun" && !isTunnel
  }
}
