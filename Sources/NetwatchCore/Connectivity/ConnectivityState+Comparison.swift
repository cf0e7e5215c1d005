extension ConnectivityState {
  /// Whether observers have nothing new to learn: the states differ at most in times, cause, timings
  /// and the route's table and metric, and where there is no path, in the number of the newest.
  package func isEquivalent(to other: Self) -> Bool {
    level == other.level && (generation == other.generation || level == .none)
      && snapshot.isEquivalent(to: other.snapshot)
      && probes.count == other.probes.count
      && zip(probes, other.probes).allSatisfy { $0.agrees(with: $1) }
  }
}

extension Snapshot {
  fileprivate func isEquivalent(to other: Self) -> Bool {
    ipv4.isEquivalent(to: other.ipv4) && ipv6.isEquivalent(to: other.ipv6)
  }
}

extension Verdict {
  fileprivate func isEquivalent(to other: Self) -> Bool {
    switch (self, other) {
    case (.reachable(let mine), .reachable(let theirs)):
      mine.path == theirs.path && mine.interfaceName == theirs.interfaceName
        && mine.source == theirs.source
    case (.unreachable(let mine), .unreachable(let theirs)): mine == theirs
    default: false
    }
  }
}
