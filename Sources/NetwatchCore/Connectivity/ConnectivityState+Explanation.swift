extension ConnectivityState {
  /// Why the state is what it is, in one sentence without a full stop.
  ///
  /// Interface names and locations stand in it as they are; escape it before it reaches a terminal.
  public var explanation: String { String { $0.append(explanationOf: self) } }

  fileprivate var proof: String {
    guard let probe = relevantProbes.first(where: \.provesPath) else {
      return "real traffic got through"
    }
    return "\(probe.endpoint) answered"
  }

  fileprivate var complaint: String {
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

extension TextBuffer {
  /// Appends why a state is what it is, as ``ConnectivityState/explanation`` says it.
  package mutating func append(explanationOf state: ConnectivityState) {
    append(explanationOf: state.snapshot)
    switch state.level {
    case .none, .unverified: break
    case .full:
      append("; ")
      append(state.proof)
    case .limited, .portal:
      append(", but ")
      append(state.complaint)
    }
  }

  private mutating func append(explanationOf snapshot: Snapshot) {
    guard let egress = snapshot.primaryEgress else { return append(snapshot.refusal) }
    guard !egress.interfaceName.isEmpty else {
      // Without netlink only the source address is known.
      append("a route with the source address ")
      return append(egress.source)
    }
    append("default route ")
    if let gateway = egress.path.gateway {
      append("via ")
      append(gateway)
      append(" ")
    }
    append("on ")
    append(egress.interfaceName)
  }
}

extension Snapshot {
  /// Why no family is reachable, in one phrase.
  fileprivate var refusal: String {
    guard ipv4 != ipv6, case .unreachable(let reason4) = ipv4, case .unreachable(let reason6) = ipv6
    else { return ipv4.refusal }
    // The family that has more to tell; one that is switched off has the least.
    for dull in [UnreachableReason.disabled, .noRoute] {
      if reason6 == dull { return "IPv4: \(reason4.explanation)" }
      if reason4 == dull { return "IPv6: \(reason6.explanation)" }
    }
    return "IPv4: \(reason4.explanation); IPv6: \(reason6.explanation)"
  }
}

extension Verdict {
  fileprivate var refusal: String {
    if case .unreachable(let reason) = self { reason.explanation } else { "" }
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
  /// Where the portal leads, or else what shows that it is one.
  private var portalText: String {
    if let location { return " (\(location))" }
    return status.map { " (status \($0), and not the answer that is expected)" } ?? ""
  }

  /// The outcome in words.
  package var explanation: String {
    switch outcome {
    case .success: "\(endpoint) answered as expected"
    case .portal: "a captive portal answers for \(endpoint)" + portalText
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
