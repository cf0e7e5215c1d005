internal import NetwatchCore
internal import NetwatchSQLiteStores

extension StateEntry {
  /// What the history keeps of a state.
  init(_ snapshot: StateSnapshot) {
    let state = snapshot.state
    self.init(
      level: state.level,
      cause: state.cause,
      explanation: state.explanation,
      identity: state.historyIdentity,
      json: snapshot.json
    )
  }
}

extension ConnectivityState {
  /// Equal where somebody who watches has nothing new to learn after a restart: the level, and for each
  /// family the path, or why there is none.
  ///
  /// Numbers that start anew with the service are not in it, nor are probes: what they say is the level.
  var historyIdentity: String {
    "\(level.rawValue) \(Self.identity(snapshot.ipv4)) \(Self.identity(snapshot.ipv6))"
  }

  private static func identity(_ verdict: Verdict) -> String {
    switch verdict {
    case .unreachable(let reason): return reason.rawValue
    case .reachable(let egress):
      let gateway = egress.path.gateway.map { "\($0)" } ?? "-"
      return "\(egress.path.interfaceIndex)/\(egress.interfaceName)/\(gateway)/\(egress.source)"
    }
  }
}
