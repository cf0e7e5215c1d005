/// What the event stream has done since the service started.
package struct EventCounts: Hashable, Sendable {
  /// The clients at present.
  package var clients = 0

  /// The clients that were closed because they took less than they were sent.
  package var droppedClients: UInt64 = 0

  /// The changes of state that were appended.
  package var stateChanges: UInt64 = 0

  /// The changes of state that were written to the history, and so are in what is told of it.
  package var storedStates: UInt64 = 0

  /// The events that were written to the history.
  package var written: UInt64 = 0

  /// The events that came faster than they could be written, or could not be written at all.
  package var lost: UInt64 = 0

  package init() {}
}
