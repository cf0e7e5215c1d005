package import NetwatchHTTPServer

/// What a client asks of the event stream.
package struct EventQuery: Hashable, Sendable {
  /// The types of events that it wants.
  package var types: Set<EventType> = [.state, .job]

  /// Where it wants to begin.
  package var start = EventStart.present

  /// Reads a request: `types`, and `Last-Event-ID`, which stands in the query where a client can't send
  /// fields of its own.
  ///
  /// - Throws: ``EventQueryError`` for a type that there is not.
  package init(
    headers: [ServerHeader],
    query: [ServerQueryItem]
  ) throws(EventQueryError) {
    let types = query.filter { $0.name == "types" }.flatMap { $0.value.split(separator: ",") }
    if query.contains(where: { $0.name == "types" }) { self.types = try Self.types(types) }
    // The field is newer where both are there: a browser repeats the query when it comes back.
    let id = headers["Last-Event-ID"] ?? query.first { $0.name == "lastEventID" }?.value ?? ""
    if !id.isEmpty { start = Self.start(id) }
  }

  private static func types(_ names: [Substring]) throws(EventQueryError) -> Set<EventType> {
    var types: Set<EventType> = []
    for name in names {
      guard let type = EventType(rawValue: String(name)) else { throw EventQueryError() }
      types.insert(type)
    }
    guard !types.isEmpty else { throw EventQueryError() }
    return types
  }

  private static func start(_ id: String) -> EventStart {
    guard id.utf8.count <= 19, id.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(id)
    else { return .unknown }
    return .after(number)
  }
}

/// What a client can listen for.
package enum EventType: String, CaseIterable, Hashable, Sendable {
  /// States of the connection.
  case state

  /// Changes of jobs.
  case job

  /// Outcomes of probes.
  case probe
}

/// Where a client wants an event stream to begin.
package enum EventStart: Hashable, Sendable {
  /// With the present state.
  case present

  /// With the event after one that it has.
  case after(Int64)

  /// After an event that can't be.
  case unknown
}

/// A type of event was asked for that there is not.
package struct EventQueryError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String {
    "types is a list, by commas, of: \(EventType.allCases.map(\.rawValue).joined(separator: ", "))."
  }
}
