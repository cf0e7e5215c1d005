internal import NetwatchCore
internal import NetwatchLinux
internal import NetwatchText

/// A diagnosis in words, a fact a line.
struct ExplainText {
  private let diagnosis: Diagnosis

  init(_ diagnosis: Diagnosis) {
    self.diagnosis = diagnosis
  }

  /// The lines.
  var lines: [String] {
    [headline] + AddressFamily.allCases.flatMap(familyLines)
      + section("probes", probeTexts) + section("damping", [dampingText]) + modeLines
  }

  private var headline: String {
    let state = diagnosis.state
    var since = TextBuffer()
    since.append(localSecondsOf: state.since)
    let availability = state.isConnectionAssumedAvailable ? "available" : "unavailable"
    return "\(availability) (\(state.level.rawValue)) since "
      + "\(String(decoding: since.bytes, as: UTF8.self)), generation \(state.generation)"
  }

  /// Lines with a label before the first.
  private func section(_ label: String, _ texts: [String]) -> [String] {
    texts.enumerated().map { index, text in
      var line = TextBuffer()
      line.append("  ")
      line.append(index == 0 ? label : "", padded: 8)
      line.append(text)
      return String(decoding: line.bytes, as: UTF8.self)
    }
  }

  private func familyLines(_ family: AddressFamily) -> [String] {
    let verdict = text(diagnosis.state.snapshot[family])
    let link = diagnosis.links[family].map(text)
    return section(family.rawValue, [verdict] + (link.map { [$0] } ?? []))
  }

  private func text(_ verdict: Verdict) -> String {
    switch verdict {
    case .unreachable(let reason): return "unreachable: \(reason.explanation)"
    case .reachable(let egress):
      return "reachable\(Self.way(egress)), source \(egress.source)\(Self.entry(egress))"
    }
  }

  private static func way(_ egress: Egress) -> String {
    let name = egress.interfaceName.isEmpty ? "" : " by \(terminalSafe(egress.interfaceName))"
    return name + (egress.path.gateway.map { " via \($0)" } ?? "")
  }

  private static func entry(_ egress: Egress) -> String {
    guard egress.isRouteKnown else { return "" }
    return " (table \(tableName(egress.table)), metric \(egress.metric))"
  }

  private func text(_ link: LinkDescription) -> String {
    let name = terminalSafe(link.name)
    guard link.isUp else { return "\(name) is down" }
    return link.isUsable ? "\(name) is up and has a carrier" : "\(name) is up but has no carrier"
  }

  private var probeTexts: [String] {
    guard !diagnosis.probes.isEmpty else {
      return ["none configured; --probe URL verifies beyond the route"]
    }
    return diagnosis.probes.flatMap { endpoint in
      let reports = diagnosis.state.probes.filter { $0.endpoint == endpoint.name }
      return reports.isEmpty
        ? ["\(terminalSafe(endpoint.name)) no result yet"] : reports.map(text)
    }
  }

  private func text(_ report: ProbeReport) -> String {
    "\(terminalSafe(report.endpoint)) \(report.outcomeText) "
      + "in \(ProbeTable.milliseconds(report.timings.total)) ms over \(report.family.rawValue)"
  }

  private var dampingText: String {
    let flaps = diagnosis.flaps == 1 ? "1 flap" : "\(diagnosis.flaps) flaps"
    return "\(pendingText), \(flaps) in the last minute"
  }

  private var pendingText: String {
    guard let flip = diagnosis.pendingFlip else { return "nothing pending" }
    let time = ProbeTable.milliseconds(flip.remaining)
    return "\(flip.isLoss ? "a loss" : "a recovery") pending, published in \(time) ms"
  }

  private var modeLines: [String] {
    guard diagnosis.mode == .polling else { return [] }
    return section(
      "mode",
      ["polling every 5 s, because netlink is refused here", "links and gateways are not seen"]
    )
  }

  /// What /etc/iproute2/rt_tables calls the tables that every host has.
  private static func tableName(_ number: UInt32) -> String {
    switch number {
    case 253: "default"
    case 254: "main"
    case 255: "local"
    default: "\(number)"
    }
  }
}
