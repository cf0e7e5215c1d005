import NetwatchCore
import NetwatchTestSupport

/// Compares what a manager says with what becomes of packets.
struct OracleJudge {
  let world: OracleWorld

  /// Says how a verdict and the arrivals differ, or `nil` where they agree.
  func difference(_ verdict: Verdict, _ arrivals: Set<PacketTruth.Arrival>) -> String? {
    switch verdict {
    case .reachable(let egress) where arrivals.isEmpty: "\(egress), and no packet arrives"
    case .reachable(let egress) where !arrivals.contains(where: { egress.explains($0) }):
      "\(egress), but packets arrive as \(arrivals)"
    case .reachable: nil
    case .unreachable(let reason) where arrivals.isEmpty || isDecided(reason, arrivals): nil
    case .unreachable(let reason): "\(reason), but packets arrive as \(arrivals)"
    }
  }

  /// Whether the verdict differs from the packets' fate because it is meant to.
  private func isDecided(
    _ reason: UnreachableReason,
    _ arrivals: Set<PacketTruth.Arrival>
  ) -> Bool {
    switch reason {
    // What enters a tunnel gets no further while no other link could carry it.
    case .underlayDown: arrivals.allSatisfy { $0.device == .tun } && !hasUnderlay
    // A dormant link waits for something, such as 802.1X, before it is of use (RFC 2863), and the kernel
    // sends over it all the same.
    case .noCarrier: links.contains { $0.contains("state DORMANT") }
    default: onlyFromSource(arrivals)
    }
  }

  /// Whether the way is open only to packets from a certain source.
  ///
  /// Such a route (`ip -6 route add default from …`) the kernel tries for IPv6 when it has found no
  /// other. A lookup without a source address, which is what a manager asks for, does not find it.
  private func onlyFromSource(_ arrivals: Set<PacketTruth.Arrival>) -> Bool {
    let source = arrivals.map(\.source).first { $0.family == .ipv6 }
    guard let source else { return false }
    return OracleTargets.addresses(.ipv6).contains { target in
      !world.answer("route get \(target)").contains("dev")
        && world.answer("route get \(target) from \(source)").contains("dev")
    }
  }

  private var hasUnderlay: Bool {
    links.contains { line in
      ["state UP", "state UNKNOWN"].contains { line.contains($0) }
        && !["LOOPBACK", "POINTOPOINT"].contains { line.contains($0) }
    }
  }

  private var links: [Substring] { world.answer("-o link").split(separator: "\n") }
}

extension Egress {
  /// Whether a packet that leaves like this can have arrived like that.
  fileprivate func explains(_ arrival: PacketTruth.Arrival) -> Bool {
    guard arrival.source == source else { return false }
    // What leaves by a bridge arrives at the far end of one of its ports.
    return interfaceName == OracleDevice.bridge.name
      || [arrival.device.name, arrival.device.otherName].contains(interfaceName)
  }
}
