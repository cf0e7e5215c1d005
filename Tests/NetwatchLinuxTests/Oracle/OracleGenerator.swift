import NetwatchCore
import NetwatchTestSupport

/// Draws operations without regard to the state of the network: many fail, as an administrator's do.
struct OracleGenerator {
  private var random: SeededGenerator
  private var beginning: [OracleOperation] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    beginning = topology().shuffled(using: &random)
  }

  /// The next operation.
  mutating func next() -> OracleOperation {
    if let operation = beginning.popLast() { return operation }
    return switch draw(100) {
    case ..<12: repair()
    case ..<30: link()
    case ..<40: address()
    case ..<70: .client([route()])
    case ..<83: .client([rule()])
    case ..<93: .client([nexthop()])
    default: parameter()
    }
  }

  /// A topology to begin with.
  private mutating func topology() -> [OracleOperation] {
    let devices = OracleDevice.veths.map { wayOut(by: $0) }
    let tunnels = [OracleDevice.tun, .tap].map { OracleOperation.open($0) }
    let nexthops = (0..<6).map { _ in OracleOperation.client([nexthop()]) }
    let parts = devices + tunnels + [tunnel(), tunnel(), bridge()] + nexthops
    return parts.filter { _ in chance(60) }
  }

  mutating func draw(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[draw(choices.count)] }

  mutating func chance(_ percent: Int) -> Bool { draw(100) < percent }

  mutating func family() -> AddressFamily { pick(AddressFamily.allCases) }

  mutating func device() -> OracleDevice {
    chance(75) ? pick(OracleDevice.veths) : pick(OracleDevice.all)
  }

  /// Makes a way out likely again, or else the walk would end in a desert.
  private mutating func repair() -> OracleOperation {
    if chance(25) { return .clear }
    return wayOut(by: pick(OracleDevice.veths))
  }

  private func wayOut(by device: OracleDevice) -> OracleOperation {
    let ways = AddressFamily.allCases.flatMap { family in
      [
        "addr add \(device.assignment(family))",
        "route replace \(OracleTargets.everything(family)) via \(device.gateway(family))"
          + " dev \(device.name)",
      ]
    }
    return .client(Self.veth(device) + ways)
  }

  /// A veth whose packets need no neighbour, both ends up; what is there already stays.
  static func veth(_ device: OracleDevice) -> [String] {
    [
      "link add \(device.name) type veth peer name \(device.peerName) netns $PEER",
      "link set \(device.name) arp off up",
    ]
  }
}
