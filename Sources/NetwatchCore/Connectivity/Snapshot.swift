/// What the kernel says now, as one immutable value: a verdict for each family.
public struct Snapshot: Hashable, Sendable {
  /// The verdict of IPv4.
  public var ipv4: Verdict

  /// The verdict of IPv6.
  public var ipv6: Verdict

  /// Creates a snapshot.
  public init(ipv4: Verdict, ipv6: Verdict) {
    self.ipv4 = ipv4
    self.ipv6 = ipv6
  }

  /// The verdict of a family.
  public subscript(family: AddressFamily) -> Verdict {
    get { family == .ipv4 ? ipv4 : ipv6 }
    set { if family == .ipv4 { ipv4 = newValue } else { ipv6 = newValue } }
  }

  /// Whether any family is reachable.
  public var isReachable: Bool { ipv4.isReachable || ipv6.isReachable }

  /// The egress that stands for the host: that of IPv4, or else of IPv6.
  public var primaryEgress: Egress? { ipv4.egress ?? ipv6.egress }

  /// A snapshot in which nothing is reachable.
  package static let nothing = Snapshot(ipv4: .unreachable(.noRoute), ipv6: .unreachable(.noRoute))
}
