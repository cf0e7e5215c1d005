/// A listing of everything of a kind.
package struct Dump<Element: Hashable & Sendable>: Hashable, Sendable {
  /// What there is, in the kernel's order.
  package internal(set) var elements: [Element] = []

  /// Whether nothing changed while the kernel was listing.
  ///
  /// Where it is false after several tries, the elements are good enough to act on, and it is right
  /// to look again soon.
  package internal(set) var isConsistent = true

  /// Whether the listing is whole; false where it has more elements than were asked for.
  package internal(set) var isComplete = true

  package init() {}
}
