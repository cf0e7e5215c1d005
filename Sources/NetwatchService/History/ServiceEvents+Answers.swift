package import NetwatchCore
package import NetwatchHTTPServer
package import NetwatchJobs
internal import NetwatchSQLiteStores
internal import NetwatchSystem
internal import NetwatchText

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
