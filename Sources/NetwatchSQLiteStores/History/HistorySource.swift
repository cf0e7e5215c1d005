package import NetwatchCore

/// What a history is told.
package enum HistoryInput: Hashable, Sendable {
  /// The service has started, and finds this state; an event only where it is not the last one's.
  case began(StateEntry, at: WallTime)

  /// Something has happened.
  case event(HistoryEvent, at: WallTime)
}

/// Where the thread of a history gets what it writes, and who is told what became of it.
///
/// All functions are called on that thread.
package protocol HistorySource: AnyObject, Sendable {
  /// Hands over everything there is.
  func take() -> [HistoryInput]

  /// What was handed over stands in the file, and these events are new.
  func stored(_ records: [HistoryRecord], of inputs: [HistoryInput])

  /// What was handed over could not be written.
  func lost(_ inputs: [HistoryInput], _ error: any Error)

  /// How long until ``tick()`` is to be called, in milliseconds; -1 for never.
  var patience: Int32 { get }

  /// The thread has woken up, for whatever reason.
  func tick()
}
