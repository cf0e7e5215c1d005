import NetwatchCore
import NetwatchTestSupport

/// The network of a walk: a client with up to three wires to its peer, a bridge, a tun and a tap.
///
/// Neighbours never decide: the client's links ask nobody for one (`arp off`), and the peer's taps see
/// every packet, whoever it is for.
final class OracleWorld {
  private let client: NetworkSandbox
  private let peer: NetworkSandbox
  private var clientBatch: IPBatch
  private var peerBatch: IPBatch
  private(set) var tunnels: [OracleDevice: TunnelDevice] = [:]

  init(client: NetworkSandbox, peer: NetworkSandbox) throws {
    self.client = client
    self.peer = peer
    clientBatch = try IPBatch(in: client.name)
    peerBatch = try IPBatch(in: peer.name)
  }

  /// Gives the client one ordinary way out of each family, as most hosts have.
  static func prepare(_ client: NetworkSandbox, _ peer: NetworkSandbox) throws {
    let world = try OracleWorld(client: client, peer: peer)
    let device = OracleDevice.veths[0]
    try world.perform(.client(OracleGenerator.veth(device)))
    for family in AddressFamily.allCases {
      try world.perform(
        .client([
          "addr add \(device.assignment(family))",
          "route add \(OracleTargets.everything(family)) via \(device.gateway(family))",
        ])
      )
    }
  }

  /// Does something to the network; what fails changes nothing, and that is all right.
  func perform(_ operation: OracleOperation) throws {
    switch operation {
    case .client(let commands): try runInClient(commands)
    case .clear: try runInClient(Self.clearing)
    case .peer(let commands): _ = try peerBatch.run(commands)
    case .parameter(let key, let value): try setParameter(key, value)
    case .open(let device):
      if tunnels[device] == nil { tunnels[device] = try? TunnelDevice(device, in: client.name) }
    case .close(let device): tunnels[device] = nil
    case .carrier(let device, let isOn): tunnels[device]?.setCarrier(isOn)
    }
  }

  /// Lets the ports of a datagram choose the leg of a multipath route, so that a few datagrams try all.
  func spreadByPorts() {
    for family in ["ipv4", "ipv6"] {
      try? client.sysctl("net.\(family).fib_multipath_hash_policy", "1")
    }
  }

  /// What `ip` says of the client, for the report of a difference.
  func description(of targets: [IPAddress]) -> String {
    let questions = [
      "link", "addr", "-4 route show table all", "-6 route show table all", "nexthop",
    ]
    let rules = ["-4 rule", "-6 rule"]
    let lookups = targets.flatMap { ["route get \($0)", "route get fibmatch \($0)"] }
    return (questions + rules + lookups).map { "# ip \($0)\n\(answer($0))" }.joined(separator: "\n")
  }

  /// What one command of `ip` prints, or how it fails.
  func answer(_ command: String) -> String {
    do { return try client.ip(command) } catch { return "\(error)" }
  }

  private static let clearing = AddressFamily.allCases.flatMap { family in
    [100, 200, 300].map { "\(family.option)rule del prio \($0)" }
      + ["unreachable", "blackhole", "prohibit"].flatMap { type in
        Set(OracleTargets.prefixes(family)).map { "route del \(type) \($0)" }
      }
  }

  private func runInClient(_ commands: [String]) throws {
    // A line of `ip -batch` cannot have an option.
    for command in commands where command.hasPrefix("-") { _ = try? client.ip(command) }
    let others = commands.filter { !$0.hasPrefix("-") }
    _ = try clientBatch.run(others.map { $0.replacing("$PEER", with: peer.name) })
    guard commands.contains(where: { $0.contains("type veth") }) else { return }
    _ = try peerBatch.run(OracleDevice.veths.map { "link set \($0.peerName) up" })
  }

  /// Some parameters change what the kernel does with packets and are told to nobody; the manager finds
  /// out at its next look, which any message about a link or an address brings about.
  private func setParameter(_ key: String, _ value: String) throws {
    try? client.sysctl(key, value)
    _ = try clientBatch.run(["addr add 127.9.9.9/32 dev lo", "addr del 127.9.9.9/32 dev lo"])
  }
}
