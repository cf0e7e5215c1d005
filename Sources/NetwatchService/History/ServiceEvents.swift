package import NetwatchCore
package import NetwatchHTTPServer
package import NetwatchJobs
internal import NetwatchSQLiteStores
package import NetwatchSystem

/// The events of a service: written to the history, and then sent to everybody who listens.
///
/// Whoever appends never waits: events go to an inbox with a bound, from there to the file, many in one
/// transaction, and from there to the clients, in the order of their ids. What the inbox has no room
/// for, or the file, is counted, and clients are told that it is missing. What was appended in the
/// moment before the process is killed may be lost; what a client was sent is in the history.
package final class ServiceEvents: Sendable {
  private let pipe: EventPipe
  private let store: HistoryStore
  private let clocks: SystemClocks

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
    let pipe = EventPipe(clocks: clocks, log: log)
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
  package func began(_ state: StateSnapshot) { append { $0.append(began: state) } }

  /// The state has changed.
  package func append(state: StateSnapshot) {
    pipe.hub.countStateChange()
    append { $0.append(state: state) }
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
  package func alive() { store.alive() }

  /// Whether the history can be written, as far as is known.
  package var isWritable: Bool { pipe.isWritable }

  /// What was done so far.
  package var counts: EventCounts { pipe.hub.counts }

  private func append(_ body: (inout EventInbox) -> Void) {
    if pipe.append(body) { store.wake() }
  }
}

/// What is asked for.
extension ServiceEvents {
  /// The most changes of a job that are told.
  private static let transitionLimit = 1_000

  /// Answers `GET /v1/events`: with a stream of events, for as long as the client takes them.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - caller: Who asks: they see changes of their own jobs, administrators those of all.
  /// - Returns: The answer: a stream, or a problem.
  package func response(to request: ServerRequest, caller: Caller) -> ServerResponse {
    do throws(EventQueryError) {
      let query = try EventQuery(headers: request.headers, query: request.query)
      guard request.method != "HEAD" else { return .events(.bytes([])) }
      guard let (subscriber, isFirst) = pipe.hub.open(query.types, caller) else {
        return Problem.stopping.response
      }
      // So that its thread knows when to send the next sign of life.
      if isFirst { store.wake() }
      begin(subscriber, query.start)
      return .events(.stream(subscriber.stream))
    } catch {
      return Problem(400, "\(error)", field: "types").response
    }
  }

  private func begin(_ subscriber: EventSubscriber, _ start: EventStart) {
    let hub = pipe.hub
    switch start {
    case .present: subscriber.begin(reason: nil) { hub.present }
    case .unknown: subscriber.begin(reason: "the last event's id is unknown") { hub.present }
    case .after(let id): EventCatchUp(store: store, hub: hub, subscriber: subscriber).run(after: id)
    }
  }

  /// What became of a job, the oldest first; of very many changes, the newest.
  ///
  /// - Throws: `JobStoreError`; `CancellationError`.
  package func transitions(of job: JobID) async throws -> [RecordedTransition] {
    try await store.transitions(of: job, limit: Self.transitionLimit).map { row in
      RecordedTransition(time: row.time, from: row.from, to: row.to, reason: row.reason)
    }
  }

  /// The body of `GET /v1/history`: what was known when, outages, and how long probes took.
  ///
  /// - Parameters:
  ///   - from: The beginning of the time.
  ///   - to: Its end.
  /// - Returns: An object, as JSON; one about no time at all where the end is not after the beginning.
  /// - Throws: `JobStoreError`; `CancellationError`.
  package func history(from: WallTime, to: WallTime) async throws -> [UInt8] {
    let (start, end) = (from.microseconds.boundedMoment, to.microseconds.boundedMoment)
    let now = clocks.wall().microseconds
    return try await store.report(from: start, to: end) { reading in
      var json = TextBuffer()
      json.append(json: try HistoryReport(reading, from: start, to: end, now: now))
      json.append(byte: 0x0A)
      return json.bytes
    }
  }
}

extension HistoryRetention {
  fileprivate init(_ settings: HistorySettings) {
    self.init(age: settings.retention, count: settings.maximum)
  }
}
