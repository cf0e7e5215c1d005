/// A nexthop object, its groups resolved: what a route that names one stands for.
package struct Nexthop: Hashable, Sendable {
  /// The number of the object.
  package internal(set) var id: UInt32

  /// Whether packets are dropped.
  package internal(set) var isBlackhole = false

  /// The ways that packets take; none for a black hole.
  package internal(set) var legs: [RouteLeg] = []
}
