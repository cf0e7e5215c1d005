import NetwatchCore

/// A link of the client that the walk knows, with the subnets that belong to it.
struct OracleDevice: Hashable, Sendable {
  /// The device's number, which its addresses are made from.
  let number: Int

  /// Its name, unless it is renamed.
  let name: String

  static let veths = (0...2).map { OracleDevice(number: $0, name: "v\($0)") }
  static let bridge = OracleDevice(number: 3, name: "br0")
  static let tun = OracleDevice(number: 4, name: "t0")
  static let tap = OracleDevice(number: 5, name: "t1")
  static let all = veths + [bridge, tun, tap]

  /// The other end of a veth, in the peer's namespace.
  var peerName: String { "p\(number)" }

  /// The name that a renamed device has.
  var otherName: String { "w\(number)" }

  func subnet(_ family: AddressFamily) -> String {
    family == .ipv4 ? "10.0.\(number).0/24" : "2001:db8:\(number)::/64"
  }

  func address(_ family: AddressFamily, host: Int = 2) -> String {
    family == .ipv4 ? "10.0.\(number).\(host)" : "2001:db8:\(number)::\(host)"
  }

  func gateway(_ family: AddressFamily) -> String { address(family, host: 1) }

  /// An address in the words of `ip addr add`.
  func assignment(_ family: AddressFamily, host: Int = 2) -> String {
    family == .ipv4
      ? "\(address(family, host: host))/24 dev \(name)"
      : "\(address(family, host: host))/64 dev \(name) nodad"
  }
}
