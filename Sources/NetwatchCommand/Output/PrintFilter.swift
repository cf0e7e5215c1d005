internal import NetwatchCore

/// Decides which states are worth a line: those that differ from the last line in availability, level,
/// or a family's reachability, interface (its name included) or gateway.
struct PrintFilter {
  private var last: ConnectivityState?

  /// Whether a state is worth a line; if so, it is the last one from now on.
  mutating func accepts(_ state: ConnectivityState) -> Bool {
    if let last, last.isSameLine(as: state) { return false }
    last = state
    return true
  }
}

extension ConnectivityState {
  // The level implies availability.
  fileprivate func isSameLine(as other: Self) -> Bool {
    level == other.level && snapshot.ipv4.isSameLine(as: other.snapshot.ipv4)
      && snapshot.ipv6.isSameLine(as: other.snapshot.ipv6)
  }
}

extension Verdict {
  fileprivate func isSameLine(as other: Self) -> Bool {
    switch (self, other) {
    case (.reachable(let mine), .reachable(let theirs)):
      mine.path == theirs.path && mine.interfaceName == theirs.interfaceName
    case (.unreachable, .unreachable): true
    default: false
    }
  }
}
