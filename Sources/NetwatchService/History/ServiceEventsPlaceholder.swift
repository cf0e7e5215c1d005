package import NetwatchCore
package import NetwatchHTTPServer
package import NetwatchJobs

/// Stands in until the history is there.
package final class ServiceEvents: Sendable {
  package static func open(
    path: String,
    settings: HistorySettings,
    log: LogSink?
  ) async throws -> ServiceEvents { ServiceEvents() }

  package func append(state: StateSnapshot) {}
  package func append(transitions: [JobTransition]) {}

  package func response(to request: ServerRequest, caller: Caller) -> ServerResponse {
    ServerResponse(status: 503)
  }

  package func history(from: WallTime, to: WallTime) async throws -> [UInt8] { Array("{}".utf8) }

  package func transitions(of job: JobID) async throws -> [RecordedTransition] { [] }

  package var counts: EventCounts { EventCounts() }
  package func close() async {}
}

package struct EventCounts: Sendable {
  package var clients = 0
  package var droppedClients = 0
  package var stateChanges = 0
  package var eventsWritten = 0
}

package struct RecordedTransition: Sendable {
  package let time: WallTime
  package let from: JobState?
  package let to: JobState
  package let reason: String
}

package struct StateSnapshot: Sendable {
  package let state: ConnectivityState
  package let json: [UInt8]

  package init(state: ConnectivityState, json: [UInt8]) {
    self.state = state
    self.json = json
  }
}
