internal import NetwatchCore
internal import NetwatchText

extension TextBuffer {
  /// Appends a state as a line for people: local time, availability, level, interface and reason, with
  /// columns for the first four.
  mutating func append(line state: ConnectivityState, isColoured: Bool) {
    append(localMillisecondsOf: state.time)
    append("  ")
    append(availabilityOf: state, isColoured: isColoured)
    append("  ")
    append(state.level.rawValue, padded: 10)
    append("  ")
    append(interface(of: state.snapshot), padded: 4)
    append("  ")
    append(terminalSafe(state.explanation))
    appendSecondEgress(of: state.snapshot)
  }

  private mutating func append(availabilityOf state: ConnectivityState, isColoured: Bool) {
    let isAvailable = state.isConnectionAssumedAvailable
    if isColoured { append(isAvailable ? "\u{1b}[32m" : "\u{1b}[31m") }
    append(isAvailable ? "available" : "unavailable", padded: 11)
    if isColoured { append("\u{1b}[0m") }
  }

  // Without netlink the name is not known, and empty.
  private func interface(of snapshot: Snapshot) -> String {
    guard let name = snapshot.primaryEgress?.interfaceName, !name.isEmpty else { return "-" }
    return terminalSafe(name)
  }

  // Otherwise a change of IPv6 behind a steady IPv4 would print the same line again.
  private mutating func appendSecondEgress(of snapshot: Snapshot) {
    guard snapshot.ipv4.isReachable, let egress = snapshot.ipv6.egress else { return }
    append("; IPv6")
    if let gateway = egress.path.gateway { append(" via \(gateway)") }
    if egress.interfaceName.isEmpty {
      append(" with the source address \(egress.source)")
    } else {
      append(" on ")
      append(terminalSafe(egress.interfaceName))
    }
  }
}
