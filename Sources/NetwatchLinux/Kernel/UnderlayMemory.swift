/// The links that could carry a tunnel's packets beyond themselves: those that a route leads out by, or
/// has led.
///
/// A link that is set down loses its routes, and is then all the more what a tunnel lacks; so a link is
/// remembered until it is deleted. Where no link is, tunnels are carried from elsewhere, as when one was
/// moved into a namespace of its own (the way WireGuard recommends for containers), or by a program that
/// needs no link.
struct UnderlayMemory: Sendable {
  /// A host has a handful; more are not worth the time that asking about each takes.
  private static let limit = 64

  private(set) var links: Set<Int32> = []
  private var newest: Int32 = 0

  /// Whether routes have not been listed in the evaluation under way: once is enough for both families.
  private(set) var isListingDue = true

  mutating func evaluationBegan() {
    isListingDue = true
  }

  /// A link leads out.
  mutating func led(by link: Int32) {
    // Every evaluation comes by here with the same link.
    guard link != newest, links.count < Self.limit else { return }
    links.insert(link)
    newest = link
  }

  mutating func listed() {
    isListingDue = false
  }

  mutating func linksDeleted(_ indexes: [Int32]) {
    for index in indexes { forget(index) }
  }

  mutating func forget(_ link: Int32) {
    links.remove(link)
    if newest == link { newest = 0 }
  }
}
