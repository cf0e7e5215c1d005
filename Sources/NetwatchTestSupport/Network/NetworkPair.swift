package import NetwatchCore

/// A client and a server, each in a namespace, joined by a wire.
///
/// The client's end is v0 (198.51.100.2/24, 2001:db8:51::2/64), and its default routes go by the
/// server's end v1 (198.51.100.1, 2001:db8:51::1). Behind it, on the server's loopback interface, are
/// 192.0.2.80 and 2001:db8:80::80, where servers listen. These are addresses for documentation
/// (RFC 5737, RFC 3849).
package final class NetworkPair: Sendable {
  package static let serverIPv4 = "192.0.2.80"
  package static let serverIPv6 = "2001:db8:80::80"

  package let client: NetworkSandbox
  package let server: NetworkSandbox

  /// Makes both namespaces, with addresses and routes of the given families.
  package init(families: Set<AddressFamily> = Set(AddressFamily.allCases)) throws {
    client = try NetworkSandbox()
    server = try NetworkSandbox()
    try client.ip("link add v0 type veth peer name v1 netns \(server.name)")
    let ordered = AddressFamily.allCases.filter(families.contains)
    try server.batch(["link set v1 up"] + ordered.flatMap(Self.serverCommands))
    try client.batch(["link set v0 up"] + ordered.flatMap(Self.clientCommands))
  }

  /// The server's address of a family.
  package static func serverAddress(_ family: AddressFamily) -> String {
    family == .ipv4 ? serverIPv4 : serverIPv6
  }

  /// The client's default route, as in `ip route add` and `ip route del`.
  package static func defaultRoute(_ family: AddressFamily) -> String {
    switch family {
    case .ipv4: "default via 198.51.100.1"
    case .ipv6: "default via 2001:db8:51::1"
    }
  }

  private static func clientCommands(_ family: AddressFamily) -> [String] {
    switch family {
    case .ipv4: ["addr add 198.51.100.2/24 dev v0", "route add \(defaultRoute(.ipv4))"]
    case .ipv6: ["addr add 2001:db8:51::2/64 dev v0 nodad", "route add \(defaultRoute(.ipv6))"]
    }
  }

  private static func serverCommands(_ family: AddressFamily) -> [String] {
    switch family {
    case .ipv4: ["addr add 198.51.100.1/24 dev v1", "addr add \(serverIPv4)/32 dev lo"]
    case .ipv6:
      ["addr add 2001:db8:51::1/64 dev v1 nodad", "addr add \(serverIPv6)/128 dev lo nodad"]
    }
  }
}
