package import NetwatchCore
package import NetwatchHTTPServer
package import NetwatchJobs

/// The events of a service: written to the history, and then sent to everybody who listens.
package final class ServiceEvents: Sendable {
  private init() {}

  /// Opens the history.
  package static func open(
    path: String,
    settings: HistorySettings,
    log: LogSink?
  ) async throws -> ServiceEvents { ServiceEvents() }

  /// The service has begun.
  package func began(_ state: StateSnapshot) {}

  /// The state has changed; does not block.
  package func append(state: StateSnapshot) {}

  /// Jobs have changed; does not block.
  package func append(transitions: [JobTransition]) {}

  /// Probes have ended; does not block.
  package func append(probes: [ProbeReport], at time: WallTime) {}

  /// The service is still there.
  package func alive() {}

  /// Answers `GET /v1/events`.
  package func response(to request: ServerRequest, caller: Caller) -> ServerResponse {
    ServerResponse(status: 503)
  }

  /// The body of `GET /v1/history`.
  package func history(from: WallTime, to: WallTime) async throws -> [UInt8] { [] }

  /// What became of a job, the oldest first.
  package func transitions(of job: JobID) async throws -> [RecordedTransition] { [] }

  /// What was done so far.
  package var counts: EventCounts { EventCounts() }

  /// Writes what is left, and lets go of the history.
  package func close() async {}
}
