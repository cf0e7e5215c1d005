/// A kind of event that can be asked for.
public enum ServiceEventType: String, CaseIterable, Hashable, Sendable {
  /// Changes of the state.
  case state

  /// Steps of jobs: the caller's own, or everybody's for administrators.
  case job

  /// Outcomes of probes.
  case probe
}
