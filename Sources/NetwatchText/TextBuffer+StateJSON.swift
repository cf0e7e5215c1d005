package import NetwatchCore
package import NetwatchLinux

extension TextBuffer {
  /// Appends a state as the object that `watch` and `status` print.
  ///
  /// - Parameters:
  ///   - report: The state and what goes with it.
  ///   - diagnosis: What else to say, as `explain` does; nothing by default.
  package mutating func append(json report: StateReport, diagnosis: Diagnosis? = nil) {
    let state = report.state
    beginObject()
    member("time", state.time)
    member("sequence", report.sequence)
    member("connectionAssumedAvailable", state.isConnectionAssumedAvailable)
    member("level", state.level.rawValue)
    member("since", state.since)
    member("generation", state.generation)
    member(.ipv4, state.snapshot, diagnosis)
    member(.ipv6, state.snapshot, diagnosis)
    if !state.probes.isEmpty { array("probes") { for probe in state.probes { $0.element(probe) } } }
    member("cause", state.cause.rawValue)
    member("explanation") { $0.append(explanationOf: state) }
    member(report.counters)
    member("mode", report.mode.rawValue)
    if let diagnosis { members(diagnosis) }
    endObject()
  }

  private mutating func member(
    _ family: AddressFamily,
    _ snapshot: Snapshot,
    _ diagnosis: Diagnosis?
  ) {
    object(family.rawValue) { json in
      json.members(snapshot[family])
      guard let diagnosis else { return }
      if let egress = snapshot[family].egress { json.routeMembers(egress) }
      if let link = diagnosis.links[family] { json.member(link) }
    }
  }

  private mutating func members(_ verdict: Verdict) {
    member("reachable", verdict.isReachable)
    switch verdict {
    case .unreachable(let reason): member("reason", reason.rawValue)
    case .reachable(let egress):
      // Without netlink the interface is not known.
      if !egress.interfaceName.isEmpty { member("interface", egress.interfaceName) }
      if egress.path.interfaceIndex != 0 { member("index", egress.path.interfaceIndex) }
      if let gateway = egress.path.gateway { member("gateway") { $0.append(gateway) } }
      member("source") { $0.append(egress.source) }
    }
  }

  private mutating func member(_ counters: MonitorCounters) {
    object("counters") { json in
      json.member("messages", counters.messages)
      json.member("evaluations", counters.evaluations)
      json.member("overruns", counters.overruns)
      json.member("probes", counters.probes)
    }
  }
}
