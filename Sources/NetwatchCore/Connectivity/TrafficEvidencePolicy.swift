/// What failures of real traffic can do to the state.
public enum TrafficEvidencePolicy: Hashable, Sendable {
  /// They raise suspicion: a probe is sent at once, or without probes `full` falls to `unverified`.
  case supporting

  /// Besides, three failures at two destinations within 30 s, with no success between, make the
  /// connection unavailable: for a container whose route never changes.
  case decisive
}
