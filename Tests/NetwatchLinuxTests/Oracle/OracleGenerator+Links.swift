import NetwatchCore

extension OracleGenerator {
  mutating func link() -> OracleOperation {
    switch draw(21) {
    case ..<3: .client(["link set \(device().name) down"])
    case ..<7: .client(["link set \(device().name) arp off up"])
    case ..<9: .peer(["link set \(pick(OracleDevice.veths).peerName) down"])
    case ..<12: .peer(OracleDevice.veths.map { "link set \($0.peerName) up" })
    case 12: .client(["link del \(pick(OracleDevice.veths).name)"])
    case ..<15: .client(Self.veth(pick(OracleDevice.veths)))
    case 15: rename(pick(OracleDevice.veths))
    case 16: .client(["link set \(pick(OracleDevice.veths).name) mode \(pick(Self.modes))"])
    case 17: .client(OracleDevice.veths.map { "link set \($0.name) down" })
    case 18: bridge()
    default: tunnel()
    }
  }

  private static let modes = ["dormant", "default", "default"]

  private mutating func rename(_ device: OracleDevice) -> OracleOperation {
    let (from, to) =
      chance(40) ? (device.name, device.otherName) : (device.otherName, device.name)
    return .client(["link set \(from) name \(to)"])
  }

  /// One port at a time: with its port's own address as destination, which is what an interface
  /// without ARP sends to, a bridge of several would choose the port by its address.
  mutating func bridge() -> OracleOperation {
    let name = OracleDevice.bridge.name
    let alone = OracleDevice.veths.map { "link set \($0.name) nomaster" }
    let ways = AddressFamily.allCases.map { "addr add \(OracleDevice.bridge.assignment($0))" }
    switch draw(4) {
    case 0: return .client(alone)
    case 1: return .client(["link del \(name)"])
    default:
      return .client(
        ["link add \(name) type bridge", "link set \(name) arp off up"] + alone
          + ["link set \(pick(OracleDevice.veths).name) master \(name)"] + ways
      )
    }
  }

  mutating func tunnel() -> OracleOperation {
    let device = pick([OracleDevice.tun, OracleDevice.tap])
    switch draw(10) {
    case 0: return .close(device)
    case 1: return .carrier(device, false)
    case 2: return .carrier(device, true)
    case ..<6: return .open(device)
    default:
      let ways = AddressFamily.allCases.flatMap { family in
        [
          "addr add \(device.assignment(family))",
          "route replace \(OracleTargets.everything(family)) dev \(device.name) metric 5",
        ]
      }
      return .client(["link set \(device.name) arp off up"] + ways)
    }
  }

  mutating func address() -> OracleOperation {
    let (device, family) = (device(), family())
    switch draw(20) {
    case ..<5: return .client(["addr add \(device.assignment(family))"])
    case ..<8:
      return .client(["addr del \(device.assignment(family).replacing(" nodad", with: ""))"])
    case ..<10: return .client(["addr add \(device.assignment(family, host: 3))"])
    case 10: return .client(["addr flush dev \(device.name)"])
    case 11: return .client(["addr add \(linkLocal(family)) dev \(device.name)"])
    case 12: return .client(["addr \(pick(["add", "del"])) \(loopback(family)) dev lo"])
    case 13: return .client(["addr add 10.1.\(device.number).9/24 dev \(device.name) scope link"])
    default: return .client(AddressFamily.allCases.map { "addr add \(device.assignment($0))" })
    }
  }

  private func linkLocal(_ family: AddressFamily) -> String {
    family == .ipv4 ? "169.254.7.2/16" : "fe80::7/64"
  }

  private func loopback(_ family: AddressFamily) -> String {
    family == .ipv4 ? "203.0.113.77/32" : "2001:db8:77::77/128"
  }
}
