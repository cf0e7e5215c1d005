internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchJobs
internal import NetwatchSQLiteStores
internal import NetwatchSystem

/// Carries events from whoever appends them to the history, and from there to whoever listens.
final class EventPipe: HistorySource {
  private struct State {
    var inbox = EventInbox()

    /// Whether the last attempt to write has failed.
    var isFailing = false

    /// Whether what was written last has events of jobs, of which more may come at once.
    var isBusy = false

    /// Whether it was said that no sign of life can be left.
    var hasMissedLifeSign = false
  }

  let hub: EventHub
  private let state = Lock(State())
  private let clocks: SystemClocks
  private let log: LogSink?

  /// Ends the history's rest.
  private let hurry: EventSignal

  /// How long events of jobs gather behind others, in milliseconds: one transaction of many costs
  /// little more than one of a few.
  private static let rest: CInt = 5

  /// - Throws: `JobStoreError` where the system has no descriptor left.
  init(clocks: SystemClocks, log: LogSink?) throws(JobStoreError) {
    guard let signal = EventSignal() else {
      throw JobStoreError(.failed, "the system refuses an eventfd (error \(errno))")
    }
    (self.clocks, self.log, hurry) = (clocks, log, signal)
    hub = EventHub(clocks: clocks)
  }

  /// Whether the last attempt to write did not fail.
  var isWritable: Bool { !state.withLock { $0.isFailing } }

  /// Appends something.
  ///
  /// - Parameters:
  ///   - isUrgent: Whether it is to be written at once, whatever else there is.
  ///   - body: Appends it.
  /// - Returns: Whether the history is to be told to come and take.
  func append(isUrgent: Bool, _ body: (inout EventInbox) -> Void) -> Bool {
    defer { if isUrgent { hurry.send() } }
    return state.withLock { state in
      body(&state.inbox)
      return state.inbox.announces()
    }
  }

  func take() -> [HistoryInput] {
    let (inputs, lost) = state.withLock { $0.inbox.take(at: clocks.wall()) }
    if lost > 0 {
      hub.count(lost: lost)
      log?(.warning, "events came faster than they could be written", ["lost": "\(lost)"])
    }
    return inputs
  }

  func stored(_ records: [HistoryRecord], of inputs: [HistoryInput]) {
    state.withLock { state in
      state.isFailing = false
      state.isBusy = records.last?.event.kind == .job
    }
    var found: [UInt8]?
    for case .began(let entry, _) in inputs { found = entry.json }
    hub.publish(records, found: found)
  }

  func lost(_ inputs: [HistoryInput], _ error: any Error) {
    let reason = "the history could not be written: \(error)"
    let (lost, entry, isNews) = state.withLock { state in
      let (lost, entry) = state.inbox.giveBack(inputs, reason, at: clocks.wall())
      defer { state.isFailing = true }
      return (lost, entry, !state.isFailing)
    }
    if lost > 0 {
      hub.lost(lost, "the history could not be written", present: entry?.json)
    } else if let entry {
      hub.note(present: entry.json)
    }
    if isNews { log?(.error, reason, [:]) }
  }

  /// A sign of life could not be left, which is said once.
  func missedLifeSign(_ error: JobStoreError) {
    let isNews = state.withLock { state in
      defer { state.hasMissedLifeSign = true }
      return !state.hasMissedLifeSign
    }
    if isNews { log?(.warning, "\(error)", [:]) }
  }

  var patience: Int32 { hub.patience }

  func tick() {
    hub.tick()
    let rests = state.withLock { state in
      defer { state.isBusy = false }
      return state.isBusy
    }
    if rests { hurry.wait(atMost: Self.rest) }
  }
}
