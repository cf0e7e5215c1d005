internal import CLinux
internal import Glibc
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

  /// Whether what was written last has events of jobs, of which more may come at once.
  private let isBusy = Lock(false)

  /// Ends the history's rest.
  private let hurry: EventSignal

  /// How long events of jobs gather behind others, in milliseconds: one transaction of many costs
  /// little more than one of a few.
  private static let rest: CInt = 5

  /// Whether it was said that no sign of life can be left.
  private let hasMissedLifeSign = Lock(false)

  /// - Throws: `JobStoreError` where the system has no descriptor left.
  init(clocks: SystemClocks, log: LogSink?) throws(JobStoreError) {
    guard let signal = EventSignal() else {
      throw JobStoreError(.failed, "the system refuses an eventfd (error \(errno))")
    }
    (self.clocks, self.log, hurry) = (clocks, log, signal)
    hub = EventHub(clocks: clocks)
  }

  /// Whether the last attempt to write did not fail.
  var isWritable: Bool { !isFailing.withLock { $0 } }

  /// Appends something.
  ///
  /// - Parameters:
  ///   - isUrgent: Whether it is to be written at once, whatever else there is.
  ///   - body: Appends it.
  /// - Returns: Whether the history is to be told to come and take.
  func append(isUrgent: Bool, _ body: (inout EventInbox) -> Void) -> Bool {
    defer { if isUrgent { hurry.send() } }
    return inbox.withLock { inbox in
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
    isBusy.withLock { $0 = records.last?.event.kind == .job }
    var found: [UInt8]?
    for case .began(let entry, _) in inputs { found = entry.json }
    hub.publish(records, found: found)
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

  func tick() {
    hub.tick()
    let rests = isBusy.withLock { isBusy in
      defer { isBusy = false }
      return isBusy
    }
    if rests { hurry.wait(atMost: Self.rest) }
  }
}
