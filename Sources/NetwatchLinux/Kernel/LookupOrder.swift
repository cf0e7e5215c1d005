internal import NetwatchCore

/// The lookup addresses of a family, the one that was reachable last in front, and the interface that
/// led there: both are most likely to hold again.
struct LookupOrder: Sendable {
  private static let likelyCount = 3

  private(set) var preferred: IPAddress
  private(set) var others: [IPAddress]
  private(set) var lastLeg: Int32?

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

  /// The other addresses that are asked about along with the preferred one: where that one fails, their
  /// answers are there, which saves a turn.
  var likely: ArraySlice<IPAddress> { others.prefix(Self.likelyCount) }

  /// The addresses that are asked about where those are not reachable either.
  var unlikely: ArraySlice<IPAddress> { others.dropFirst(Self.likelyCount) }

  mutating func reached(_ address: IPAddress, by path: NetworkPath) {
    lastLeg = path.interfaceIndex
    guard let index = others.firstIndex(of: address) else { return }
    (preferred, others[index]) = (others[index], preferred)
  }
}
