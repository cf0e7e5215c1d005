/// What made the monitor look when it found the state that it published.
public enum ChangeCause: String, CaseIterable, Hashable, Sendable {
  /// The monitor was created.
  case start

  /// A message about a link.
  case link

  /// A message about an address.
  case address

  /// A message about a route.
  case route

  /// A message about a policy rule.
  case rule

  /// A message about a nexthop object.
  case nexthop

  /// The outcome of a probe.
  case probe

  /// Evidence from real traffic.
  case traffic

  /// The machine was suspended and came back.
  case resume

  /// The kernel had more messages than the socket could hold.
  case overrun

  /// The look that the monitor takes from time to time unasked, or a reader's while it does not run.
  case poll
}
