internal import NetwatchCore

/// The lookup addresses of a family, the one that was reachable last in front, and the interface that
/// led there: both are most likely to hold again.
struct LookupOrder: Sendable {
  private(set) var preferred: IPAddress
  private(set) var others: [IPAddress]
  private(set) var lastLeg: Int32?
  /// Whether none was reachable last time: then all are asked about at once.
  private(set) var isLost = true

  /// The addresses that a configuration names for a family, or `nil` where the family does not count.
  init?(_ configuration: LinuxConnectivityManager.Configuration, family: AddressFamily) {
    guard configuration.families.contains(family) else { return nil }
    let given = configuration.lookupAddresses
    let addresses = (given.isEmpty ? LookupAddresses.builtIn : given).filter { $0.family == family }
    guard let first = addresses.first else { return nil }
    preferred = first
    others = Array(addresses.dropFirst())
  }

  /// All addresses, the preferred one first.
  var addresses: [IPAddress] { [preferred] + others }

  /// The preferred address is not reachable.
  ///
  /// - Returns: The addresses that were not asked about along with it.
  mutating func lost() -> [IPAddress] {
    defer { isLost = true }
    return isLost ? [] : others
  }

  mutating func reached(_ address: IPAddress, by path: NetworkPath) {
    isLost = false
    lastLeg = path.interfaceIndex
    guard let index = others.firstIndex(of: address) else { return }
    (preferred, others[index]) = (others[index], preferred)
  }
}
