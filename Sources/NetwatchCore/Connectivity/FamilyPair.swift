/// One value for each address family, held inline.
@frozen package struct FamilyPair<Value> {
  package var ipv4: Value
  package var ipv6: Value

  @inlinable package init(ipv4: Value, ipv6: Value) {
    self.ipv4 = ipv4
    self.ipv6 = ipv6
  }

  @inlinable package init(both value: Value) {
    self.init(ipv4: value, ipv6: value)
  }

  package subscript(family: AddressFamily) -> Value {
    @inlinable get { family == .ipv4 ? ipv4 : ipv6 }
    @inlinable set { if family == .ipv4 { ipv4 = newValue } else { ipv6 = newValue } }
  }
}

extension FamilyPair: Sendable where Value: Sendable {}
extension FamilyPair: Equatable where Value: Equatable {}
extension FamilyPair: Hashable where Value: Hashable {}

/// The generation of the path of each family that is reachable.
package typealias Generations = FamilyPair<UInt64?>

extension FamilyPair<UInt64?> {
  /// No family is reachable.
  package static var unreachable: Self { Self(both: nil) }

  /// Whether any family is reachable.
  package var isReachable: Bool { ipv4 != nil || ipv6 != nil }

  /// The families that are reachable.
  package var families: [AddressFamily] { AddressFamily.allCases.filter { self[$0] != nil } }

  /// Whether every family that is reachable in the other pair has the same generation here.
  package func covers(_ other: Self) -> Bool {
    (other.ipv4 == nil || other.ipv4 == ipv4) && (other.ipv6 == nil || other.ipv6 == ipv6)
  }
}
