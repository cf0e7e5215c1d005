import NetwatchCore
import NetwatchLinux

/// What a published state says, short enough to stand in a table.
///
/// A verdict is a sentence such as `v0 via 198.51.100.1 from 198.51.100.2`, or a reason such as
/// `noRoute`.
struct Sight: Hashable, Sendable {
  var level: ConnectivityLevel
  var ipv4: String
  var ipv6: String
  var generation: UInt64

  /// What is expected; without a level, what the verdicts imply where nothing is probed.
  init(
    ipv4: String = "noRoute",
    ipv6: String = "noRoute",
    _ level: ConnectivityLevel? = nil,
    generation: UInt64 = 1
  ) {
    let isReachable = [ipv4, ipv6].contains { UnreachableReason(rawValue: $0) == nil }
    self.level = level ?? (isReachable ? .unverified : .none)
    self.ipv4 = ipv4
    self.ipv6 = ipv6
    self.generation = generation
  }

  /// What was published.
  init(_ state: ConnectivityState) {
    level = state.level
    ipv4 = Self.text(state.snapshot.ipv4)
    ipv6 = Self.text(state.snapshot.ipv6)
    generation = state.generation
  }

  private static func text(_ verdict: Verdict) -> String {
    switch verdict {
    case .unreachable(let reason): reason.rawValue
    case .reachable(let egress):
      egress.interfaceName + (egress.path.gateway.map { " via \($0)" } ?? "")
        + " from \(egress.source)"
    }
  }
}

extension Sight: CustomStringConvertible {
  var description: String { "\(level) | \(ipv4) | \(ipv6) | \(generation)" }
}
