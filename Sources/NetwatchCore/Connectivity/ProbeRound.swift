/// One round of probes: all endpoints over all families that were reachable when it started.
package struct ProbeRound: Hashable, Sendable {
  /// Tells rounds apart; the outcome of one that was given up is ignored.
  package let id: UInt64

  /// The paths that the round tries.
  package let generations: Generations

  /// When it started.
  package let start: BootInstant
}
