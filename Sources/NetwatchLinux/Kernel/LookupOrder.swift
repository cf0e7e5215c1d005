internal import NetwatchCore

/// The lookup addresses of a family, the one that was reachable last in front: it is most likely to be
/// reachable now, and then the others need not be asked about.
struct LookupOrder: Sendable {
  private(set) var addresses: [IPAddress]

  /// The addresses that a configuration names for a family, or `nil` where the family does not count.
  init?(_ configuration: LinuxConnectivityManager.Configuration, family: AddressFamily) {
    guard configuration.families.contains(family) else { return nil }
    let given = configuration.lookupAddresses
    addresses = (given.isEmpty ? LookupAddresses.builtIn : given).filter { $0.family == family }
    if addresses.isEmpty { return nil }
  }

  mutating func prefer(_ address: IPAddress) {
    guard addresses.first != address, let index = addresses.firstIndex(of: address) else { return }
    addresses.swapAt(0, index)
  }
}
