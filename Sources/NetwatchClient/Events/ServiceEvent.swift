/// Something that the service tells as it happens.
public struct ServiceEvent: Hashable, Sendable {
  /// Where the stream is after it: what a later stream goes on after; empty where nothing came yet.
  public let id: String

  /// What happened.
  public let content: Content

  /// What happened.
  public enum Content: Hashable, Sendable {
    /// The stream stands, at its beginning or once more: from here on events come as they happen.
    case connected

    /// The stream broke, and is begun again behind what was read; what happens meanwhile is told then.
    case disconnected(ServiceError)

    /// The state, now or after a change.
    case state(ServiceState)

    /// A job's step from state to state.
    case job(ServiceJobChange)

    /// The outcome of a probe.
    case probe(ServiceProbe)

    /// Events were missed: the service does not know the position that was asked for, no longer has what
    /// followed it, or was killed before it had written what happened to jobs. The present state comes next.
    case reset(reason: String)

    /// This client read too slowly, and the service breaks the stream; nothing is missed.
    case overflow(reason: String)

    /// The service is about to end.
    case stopping

    /// What this version does not understand.
    case other(type: String, data: String)
  }
}

extension ServiceEvent {
  init(_ message: EventStreamMessage) {
    id = message.lastEventID
    content =
      (try? Self.content(of: message)) ?? .other(type: message.type, data: message.data)
  }

  private static func content(of message: EventStreamMessage) throws -> Content {
    let data = Array(message.data.utf8)
    return switch message.type {
    case "state": .state(try ServiceJSON.decode(from: data))
    case "job": .job(try ServiceJSON.decode(from: data))
    case "probe": .probe(try ServiceJSON.decode(from: data))
    case "reset": .reset(reason: try ServiceJSON.decode(Reason.self, from: data).reason)
    case "overflow": .overflow(reason: try ServiceJSON.decode(Reason.self, from: data).reason)
    case "stopping": .stopping
    default: .other(type: message.type, data: message.data)
    }
  }
}

private struct Reason: Decodable {
  let reason: String
}
