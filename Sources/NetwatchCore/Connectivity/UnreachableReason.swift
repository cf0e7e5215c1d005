/// Why no packet of a family would leave the host.
public enum UnreachableReason: String, CaseIterable, Hashable, Sendable {
  /// No route covers any of the lookup addresses (ENETUNREACH).
  case noRoute

  /// A route of type `unreachable` does (EHOSTUNREACH).
  case unreachable

  /// A route of type `prohibit` does (EACCES).
  case prohibited

  /// A route of type `blackhole` does (EINVAL).
  case blackhole

  /// The interface of the route is administratively down.
  case linkDown

  /// The interface of the route is up, but has no carrier or is not ready.
  case noCarrier

  /// There is no source address that is usable beyond the link.
  case noAddress

  /// The route leads into a tunnel, and no link is usable that could carry it.
  case underlayDown

  /// The kernel does not offer the family.
  case disabled
}
