internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchJobs

extension ServiceAPI {
  /// Answers `GET /metrics`.
  ///
  /// Where jobs go is told to administrators only: the destinations are those of everybody's jobs.
  func metrics(_ caller: Caller) async throws(Problem) -> ServerResponse {
    let recent = caller.isAdministrator ? recentMetrics.full : recentMetrics.plain
    return try await recent.answer { () async throws(Problem) in
      let counted = try await stored { try await self.scheduler.statistics() }
      var text = MetricsText()
      if let state = presentState.withLock({ $0?.snapshot.state }) { text.add(state) }
      text.add(events.counts)
      text.add(counted)
      if caller.isAdministrator { text.add(counted.store.destinations) }
      return ServerResponse(
        status: 200,
        headers: ServerResponse.headers(
          contentType: "text/plain; version=0.0.4; charset=utf-8"
        ),
        body: .bytes(text.bytes)
      )
    }
  }
}

extension MetricsText {
  fileprivate mutating func add(_ state: ConnectivityState) {
    add(
      "netwatch_connection_assumed_available",
      .gauge,
      "Whether a connection to the internet is assumed to be available.",
      state.isConnectionAssumedAvailable ? 1 : 0
    )
    add(
      "netwatch_level",
      .gauge,
      "How much is known of the connection: 1 for the present level.",
      by: "level",
      ConnectivityLevel.allCases.map { ($0.rawValue, $0 == state.level ? 1 : 0) }
    )
    add(
      "netwatch_state_since_seconds",
      .gauge,
      "When the level last changed, in seconds since 1970.",
      state.since.seconds
    )
  }

  fileprivate mutating func add(_ counts: EventCounts) {
    add(
      "netwatch_state_changes_total",
      .counter,
      "Changes of state since the service started.",
      counts.stateChanges
    )
    add(
      "netwatch_events_written_total",
      .counter,
      "Events written to the history.",
      counts.written
    )
    add("netwatch_events_lost_total", .counter, "Events that could not be written.", counts.lost)
    add("netwatch_event_clients", .gauge, "Clients of the event stream.", counts.clients)
    add(
      "netwatch_event_clients_dropped_total",
      .counter,
      "Clients of the event stream that were too slow for it.",
      counts.droppedClients
    )
  }

  fileprivate mutating func add(_ counted: SchedulerStatistics) {
    add(
      "netwatch_jobs",
      .gauge,
      "Jobs in the store by what they are doing.",
      by: "state",
      JobState.allCases.map { ($0.description, counted.store.states[$0] ?? 0) }
    )
    add(
      "netwatch_unfinished_jobs",
      .gauge,
      "Jobs that are not finished, by kind.",
      by: "kind",
      LabelledCounts.bounded(counted.store.kinds)
    )
    add("netwatch_jobs_running", .gauge, "Jobs that run in this service.", counted.running)
    add("netwatch_jobs_bytes", .gauge, "Bytes of the unfinished jobs.", counted.store.bytes)
    add(
      "netwatch_oldest_job_age_seconds",
      .gauge,
      "Age of the oldest unfinished job; 0 where there is none.",
      counted.store.oldest?.components.seconds ?? 0
    )
  }

  fileprivate mutating func add(_ destinations: [String: StoreStatistics.Destination]) {
    add(
      "netwatch_destination_jobs",
      .gauge,
      "Unfinished jobs by destination: the 50 with the most, and all others together.",
      by: "destination",
      LabelledCounts.bounded(destinations.mapValues(\.jobs))
    )
  }
}
