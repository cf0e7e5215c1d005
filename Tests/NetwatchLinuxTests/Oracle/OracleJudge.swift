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
    case .reachable(let egress) where egress.interfaceName == OracleDevice.tun.name && isCutOff:
      "\(egress), and no link that leads out is usable"
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
    // What enters a tunnel gets no further while no link that leads out could carry it.
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

  /// Whether a link that leads out could carry a tunnel.
  private var hasUnderlay: Bool {
    let names = namesOfUplinks
    return usableLinks.contains { line in names.contains { line.contains(" \($0)") } }
  }

  /// Whether a tunnel has its underlay here, and not even a link that may once have led out is usable.
  private var isCutOff: Bool { !namesOfUplinks.isEmpty && usableLinks.isEmpty }

  private var usableLinks: [Substring] {
    links.filter { line in
      ["state UP", "state UNKNOWN"].contains { line.contains($0) }
        && !["LOOPBACK", "POINTOPOINT", "NO-CARRIER"].contains { line.contains($0) }
    }
  }

  /// The links that a route leads out by: to a gateway, or as a default.
  private var namesOfUplinks: Set<Substring> {
    let routes = ["-4", "-6"].flatMap {
      world.answer("\($0) route show table all").split(separator: "\n")
    }
    let out = routes.filter { $0.contains(" via ") || $0.hasPrefix("default ") }
    let names = out.compactMap { route in
      route.split(separator: " ").drop { $0 != "dev" }.dropFirst().first
    }
    return Set(names).subtracting(["lo", Substring(OracleDevice.tun.name)])
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
