/// What the kernel says of one address family.
public enum Verdict: Hashable, Sendable {
  /// A packet would leave by this path.
  case reachable(Egress)

  /// No packet would leave, for this reason.
  case unreachable(UnreachableReason)

  /// The egress, where the family is reachable.
  public var egress: Egress? {
    if case .reachable(let egress) = self { egress } else { nil }
  }

  /// The path, where the family is reachable.
  public var path: NetworkPath? { egress?.path }

  /// Whether a packet would leave.
  public var isReachable: Bool { egress != nil }
}
