internal import NetwatchCore
internal import NetwatchHTTPServer

/// A client of the event stream.
///
/// Its lock is held while it is sent something, so that whatever it gets is in order; what ends its
/// stream takes that of the hub, and never the other way round.
final class EventSubscriber: Sendable {
  private struct State {
    /// Whether it gets events as they happen; otherwise what it missed comes first.
    var isLive = false

    /// The id up to which everything was sent that it wants.
    var position: Int64 = 0

    /// The last id that it was told.
    var announced: Int64 = 0
  }

  let id: UInt64
  let types: Set<EventType>
  let stream: ServerStream
  let caller: Caller
  private let state = Lock(State())

  init(_ id: UInt64, types: Set<EventType>, caller: Caller, stream: ServerStream) {
    (self.id, self.types, self.caller, self.stream) = (id, types, caller, stream)
  }

  /// Whether it is to get an event.
  func wants(_ event: EncodedEvent) -> Bool {
    guard let type = event.type else { return !event.sparesStates || wantsMoreThanStates }
    return types.contains(type) && (type != .job || caller.maySee(owner: event.owner))
  }

  /// Whether it can miss something though it has all states.
  var wantsMoreThanStates: Bool { types != [.state] }

  /// What it is to get of an event.
  func bytes(of event: EncodedEvent) -> [UInt8] {
    event.type == nil && types.contains(.state) ? event.bytes + event.state : event.bytes
  }
}

extension EventSubscriber {
  /// Sends events that have just happened, unless it has not caught up.
  func deliver(_ events: some Collection<EncodedEvent>) {
    state.withLock { state in
      guard state.isLive else { return }
      for event in events { send(event, &state) }
    }
  }

  /// Sends what it has missed, which is the last of that, and has it live from there.
  ///
  /// - Parameters:
  ///   - position: The id of the last event before.
  ///   - join: Gives what it has missed; nil where it is not at hand.
  /// - Returns: Whether it is live.
  func join(after position: Int64, _ join: () -> ArraySlice<EncodedEvent>?) -> Bool {
    state.withLock { state in
      guard let events = join() else { return false }
      (state.isLive, state.position) = (true, position)
      state.announced = max(state.announced, position)
      // It is told only once that something is missing, however often that happened: after the last time.
      let loss = events.last { $0.type == nil && wants($0) }?.id
      for event in events where event.type != nil || event.id == loss { send(event, &state) }
      return true
    }
  }

  /// Sends the present state, and has it live from there.
  ///
  /// - Parameters:
  ///   - reason: Why it can't have what it missed; nil where it has missed nothing.
  ///   - present: Gives the newest id and the present state.
  func begin(reason: String?, _ present: () -> (newest: Int64, json: [UInt8]?)) {
    state.withLock { state in
      let (newest, json) = present()
      (state.isLive, state.position, state.announced) = (true, newest, newest)
      var bytes = reason.map { EventText.reset($0, id: newest) } ?? []
      if types.contains(.state), let json {
        bytes += EventText.event("state", id: newest, json: json)
      } else if reason == nil {
        bytes += EventText.position(newest)
      }
      stream.send(bytes)
    }
  }

  /// Says that events are missing that have no id, and what the state is.
  func reset(_ bytes: [UInt8], state json: [UInt8]) {
    state.withLock { state in
      guard state.isLive else { return }
      stream.send(types.contains(.state) ? bytes + json : bytes)
    }
  }

  /// Keeps the connection alive, and tells the client how far it is where it wanted none of the last
  /// events.
  func tick() {
    state.withLock { state in
      guard state.isLive else { return }
      let isBehind = state.announced != state.position
      state.announced = state.position
      stream.send(isBehind ? EventText.position(state.position) : EventText.comment)
    }
  }

  private func send(_ event: EncodedEvent, _ state: inout State) {
    guard event.id > state.position else { return }
    state.position = event.id
    guard wants(event) else { return }
    state.announced = event.id
    stream.send(bytes(of: event))
  }
}
