package import NetwatchCore
package import NetwatchJobs
internal import NetwatchSQLiteStores
package import NetwatchSystem

/// The events of a service: written to the history, and then sent to everybody who listens.
///
/// Whoever appends never waits: events go to an inbox with a bound, from there to the file, many in one
/// transaction, and from there to the clients, in the order of their ids. What the inbox has no room
/// for, or the file, is counted, and clients are told that it is missing. What was appended in the
/// moment before the process is killed may be lost, which clients of anything but states are told when they
/// come back; what a client was sent is in the history.
package final class ServiceEvents: Sendable {
  let pipe: EventPipe
  let store: HistoryStore
  let clocks: SystemClocks

  private init(_ pipe: EventPipe, _ store: HistoryStore, _ clocks: SystemClocks) {
    (self.pipe, self.store, self.clocks) = (pipe, store, clocks)
  }

  /// Opens the history, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - path: Its file; the folder has to be there.
  ///   - settings: How much to keep.
  ///   - log: Told of failures to write.
  ///   - clocks: What time it is.
  /// - Returns: The events.
  /// - Throws: `JobStoreError`; `CancellationError`.
  package static func open(
    path: String,
    settings: HistorySettings,
    log: LogSink?,
    clocks: SystemClocks = .kernel
  ) async throws -> ServiceEvents {
    let pipe = try EventPipe(clocks: clocks, log: log)
    let store = try await HistoryStore.open(
      path: path,
      retention: HistoryRetention(settings),
      source: pipe,
      clocks: clocks
    )
    pipe.hub.begin(try await store.tail(limit: Int64(EventRing.countLimit)))
    return ServiceEvents(pipe, store, clocks)
  }

  /// Writes what is left, tells the clients that the service ends, and lets go of the file.
  package func close() async {
    await store.close()
    pipe.hub.end()
  }
}

/// What has happened; none of it blocks.
extension ServiceEvents {
  /// The service has started, and this is the state.
  ///
  /// It is an event only where somebody who watches would see a difference to the last one.
  package func began(_ state: StateSnapshot) { append(isUrgent: true) { $0.append(began: state) } }

  /// The state has changed.
  package func append(state: StateSnapshot) {
    pipe.hub.countStateChange()
    append(isUrgent: true) { $0.append(state: state) }
  }

  /// Jobs have changed.
  package func append(transitions: [JobTransition]) {
    guard !transitions.isEmpty else { return }
    let time = clocks.wall()
    append { $0.append(transitions: transitions, at: time) }
  }

  /// Probes have ended.
  package func append(probes: [ProbeReport], at time: WallTime) {
    guard !probes.isEmpty else { return }
    append { $0.append(probes: probes, at: time) }
  }

  /// Keeps so much of the past from now on.
  package func update(_ settings: HistorySettings) { store.keep(HistoryRetention(settings)) }

  /// The service is still there; to be called from time to time.
  ///
  /// While the history can't be written, the time is one of which nothing is known.
  package func alive() {
    guard isWritable else { return }
    do throws(JobStoreError) { try store.alive() } catch { pipe.missedLifeSign(error) }
  }

  /// Removes what is too old; to be called from time to time, for where nothing happens.
  package func tidy() { store.wake() }

  /// Whether the history can be written, as far as is known.
  package var isWritable: Bool { pipe.isWritable }

  /// What was done so far.
  package var counts: EventCounts { pipe.hub.counts }

  /// Ends the streams of clients who may not have all of them any more, or may have more.
  func endStreams(where isConcerned: (Caller) -> Bool) { pipe.hub.end(where: isConcerned) }

  private func append(isUrgent: Bool = false, _ body: (inout EventInbox) -> Void) {
    if pipe.append(isUrgent: isUrgent, body) { store.wake() }
  }
}

extension HistoryRetention {
  fileprivate init(_ settings: HistorySettings) {
    self.init(age: settings.retention, count: settings.maximum)
  }
}
