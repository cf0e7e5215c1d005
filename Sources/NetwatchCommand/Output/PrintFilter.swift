internal import NetwatchCore

/// Decides which states are worth a line: those that differ from the last line in availability, level,
/// or a family's reachability, interface (its name included) or gateway.
struct PrintFilter {
  private struct Key: Equatable {
    var level: ConnectivityLevel
    var ipv4: FamilyKey?
    var ipv6: FamilyKey?

    // The level implies availability.
    init(_ state: ConnectivityState) {
      level = state.level
      ipv4 = state.snapshot.ipv4.egress.map(FamilyKey.init)
      ipv6 = state.snapshot.ipv6.egress.map(FamilyKey.init)
    }
  }

  private struct FamilyKey: Equatable {
    var path: NetworkPath
    var interfaceName: String

    init(_ egress: Egress) {
      path = egress.path
      interfaceName = egress.interfaceName
    }
  }

  private var last: Key?

  /// Whether a state is worth a line; if so, it is the last one from now on.
  mutating func accepts(_ state: ConnectivityState) -> Bool {
    let key = Key(state)
    defer { last = key }
    return key != last
  }
}
