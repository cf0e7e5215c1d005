/// What the shell around ``ConnectivityStateMachine`` has to do after an event.
package struct ConnectivityActions: Sendable {
  /// What observers are to be told.
  package enum Publication: Hashable, Sendable {
    /// Nothing.
    case none

    /// Nothing new, but who asks should see fresher details: timings, metrics.
    case refresh(ConnectivityState)

    /// A new state.
    case publish(ConnectivityState)
  }

  /// What observers are to be told.
  package var publication = Publication.none

  /// A round of probes to start.
  ///
  /// One that is under way is to be given up first.
  package var roundToStart: ProbeRound?

  /// Whether the round under way is of no more use.
  package var givesUpRound = false
}
