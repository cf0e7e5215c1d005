internal import NetwatchCore
internal import NetwatchJobs
internal import NetwatchSQLiteStores
internal import NetwatchSystem

/// Carries events from whoever appends them to the history, and from there to whoever listens.
final class EventPipe: HistorySource {
  let hub: EventHub
  private let inbox = Lock(EventInbox())
  private let clocks: SystemClocks
  private let log: LogSink?

  /// Whether the last attempt to write has failed.
  private let isFailing = Lock(false)

  /// Whether it was said that no sign of life can be left.
  private let hasMissedLifeSign = Lock(false)

  init(clocks: SystemClocks, log: LogSink?) {
    (self.clocks, self.log) = (clocks, log)
    hub = EventHub(clocks: clocks)
  }

  /// Whether the last attempt to write did not fail.
  var isWritable: Bool { !isFailing.withLock { $0 } }

  /// Appends something.
  ///
  /// - Returns: Whether the history is to be told to come and take.
  func append(_ body: (inout EventInbox) -> Void) -> Bool {
    inbox.withLock { inbox in
      body(&inbox)
      return inbox.announces()
    }
  }

  func take() -> [HistoryInput] {
    let (inputs, lost) = inbox.withLock { $0.take(at: clocks.wall()) }
    if lost > 0 {
      hub.count(lost: lost)
      log?(.warning, "events came faster than they could be written", ["lost": "\(lost)"])
    }
    return inputs
  }

  func stored(_ records: [HistoryRecord], of inputs: [HistoryInput]) {
    isFailing.withLock { $0 = false }
    // One that is an event is known with that: who comes in between would be told twice.
    for case .began(let entry, _) in inputs
    where !records.contains(where: { $0.event == .state(entry) }) {
      hub.note(present: entry.json)
    }
    hub.publish(records)
  }

  func lost(_ inputs: [HistoryInput], _ error: any Error) {
    let reason = "the history could not be written: \(error)"
    let (lost, state) = inbox.withLock { $0.giveBack(inputs, reason, at: clocks.wall()) }
    if lost > 0 {
      hub.lost(lost, "the history could not be written", present: state?.json)
    } else if let state {
      hub.note(present: state.json)
    }
    let isNews = isFailing.withLock { isFailing in
      defer { isFailing = true }
      return !isFailing
    }
    if isNews { log?(.error, reason, [:]) }
  }

  /// A sign of life could not be left, which is said once.
  func missedLifeSign(_ error: JobStoreError) {
    let isNews = hasMissedLifeSign.withLock { hasMissed in
      defer { hasMissed = true }
      return !hasMissed
    }
    if isNews { log?(.warning, "\(error)", [:]) }
  }

  var patience: Int32 { hub.patience }
  func tick() { hub.tick() }
}
