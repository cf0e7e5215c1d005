extension ConnectivityState {
  /// Why the state is what it is, in one sentence without a full stop.
  ///
  /// Interface names and locations stand in it as they are; escape it before it reaches a terminal.
  public var explanation: String {
    switch level {
    case .none: snapshot.explanation
    case .unverified: snapshot.explanation
    case .full: "\(snapshot.explanation); \(proof)"
    case .limited, .portal: "\(snapshot.explanation), but \(complaint)"
    }
  }

  private var proof: String {
    guard let probe = relevantProbes.first(where: \.provesPath) else {
      return "real traffic got through"
    }
    return "\(probe.endpoint) answered"
  }

  private var complaint: String {
    if let worstProbe { return worstProbe.explanation }
    return level == .portal ? "a captive portal answers" : "real traffic fails"
  }

  private var worstProbe: ProbeReport? {
    let probes = relevantProbes
    return probes.first { level == .portal && $0.outcome == .portal }
      ?? probes.first { !$0.provesPath }
  }

  /// What was found over a family that has gone since explains nothing of the ones that are there.
  private var relevantProbes: [ProbeReport] {
    probes.filter { snapshot[$0.family].isReachable }
  }
}

extension Snapshot {
  /// What the kernel says, in one phrase.
  package var explanation: String {
    if let egress = primaryEgress { return egress.explanation }
    guard ipv4 != ipv6, case .unreachable(let reason4) = ipv4, case .unreachable(let reason6) = ipv6
    else { return ipv4.explanation }
    // The family that has more to tell; one that is switched off has the least.
    for dull in [UnreachableReason.disabled, .noRoute] {
      if reason6 == dull { return "IPv4: \(reason4.explanation)" }
      if reason4 == dull { return "IPv6: \(reason6.explanation)" }
    }
    return "IPv4: \(reason4.explanation); IPv6: \(reason6.explanation)"
  }
}

extension Verdict {
  /// What the kernel says of the family, in one phrase.
  package var explanation: String {
    switch self {
    case .reachable(let egress): egress.explanation
    case .unreachable(let reason): reason.explanation
    }
  }
}

extension Egress {
  /// The route in words.
  package var explanation: String {
    // Without netlink only the source address is known.
    guard !interfaceName.isEmpty else { return "a route with the source address \(source)" }
    guard let gateway = path.gateway else { return "default route on \(interfaceName)" }
    return "default route via \(gateway) on \(interfaceName)"
  }
}

extension UnreachableReason {
  /// The reason in words.
  package var explanation: String {
    switch self {
    case .noRoute: "no route"
    case .unreachable: "a route of type unreachable"
    case .prohibited: "a route of type prohibit"
    case .blackhole: "a route of type blackhole"
    case .linkDown: "the interface of the route is down"
    case .noCarrier: "the interface of the route has no carrier"
    case .noAddress: "no address that is usable beyond the link"
    case .underlayDown: "a tunnel with no usable link under it"
    case .disabled: "switched off"
    }
  }
}

extension ProbeReport {
  /// The outcome in words.
  package var explanation: String {
    switch outcome {
    case .success: "\(endpoint) answered as expected"
    case .portal: "a captive portal answers for \(endpoint)" + (location.map { " (\($0))" } ?? "")
    case .unexpected: "\(endpoint) answered \(status.map { "\($0)" } ?? "something else")"
    case .refused: "\(endpoint) refused the connection"
    case .timeout: "\(endpoint) did not answer in time"
    case .unreachable: "\(endpoint) is unreachable"
    case .dnsFailure: "the name of \(endpoint) was not resolved"
    case .tlsFailure: "TLS with \(endpoint) failed"
    case .reset: "\(endpoint) closed the connection"
    }
  }
}
