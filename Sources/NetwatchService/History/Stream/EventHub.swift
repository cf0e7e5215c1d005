internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchSystem

/// Sends what is in the history to all who listen.
final class EventHub: Sendable {
  /// How many bytes may wait for a client.
  static let capacity = 256 * 1024

  /// The time between two signs of life, in nanoseconds.
  static let tickInterval: Int64 = 30_000_000_000

  struct State {
    var ring = EventRing()
    var newest: Int64 = 0

    /// The state as of the newest event, as JSON.
    var present: [UInt8]?

    var subscribers: [UInt64: EventSubscriber] = [:]
    var lastID: UInt64 = 0
    var nextTick: Int64?
    var hasEnded = false
    var counts = EventCounts()
  }

  let state = Lock(State())
  let clocks: SystemClocks

  init(clocks: SystemClocks) {
    self.clocks = clocks
  }

  var counts: EventCounts {
    state.withLock { state in
      var counts = state.counts
      counts.clients = state.subscribers.count
      return counts
    }
  }

  /// The newest id, and the state at that event.
  var present: (newest: Int64, json: [UInt8]?) { state.withLock { ($0.newest, $0.present) } }
}

/// Clients.
extension EventHub {
  /// Takes in a client.
  ///
  /// - Returns: The client, and whether it is the only one; nil once the service has ended.
  func open(
    _ types: Set<EventType>,
    _ caller: Caller
  ) -> (subscriber: EventSubscriber, isFirst: Bool)? {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let stream = ServerStream(capacity: Self.capacity) { [self] in left(id, $0) }
    stream.send(EventText.retry)
    let subscriber = EventSubscriber(id, types: types, caller: caller, stream: stream)
    let now = clocks.boot().nanoseconds
    return state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.subscribers[id] = subscriber
      let isFirst = state.nextTick == nil
      if isFirst { state.nextTick = now &+ Self.tickInterval }
      return (subscriber, isFirst)
    }
  }

  private func left(_ id: UInt64, _ reason: ServerStreamEnd) -> [UInt8] {
    _ = state.withLock { state in
      if reason == .overflow { state.counts.droppedClients += 1 }
      return state.subscribers.removeValue(forKey: id)
    }
    return switch reason {
    case .overflow: EventText.overflow
    case .stopped: EventText.stopping
    case .disconnected: []
    }
  }

  /// Has a client that has all events up to one get the rest, where that is at hand.
  func join(_ subscriber: EventSubscriber, after id: Int64) -> Bool {
    subscriber.join(after: id) {
      state.withLock { state in id == state.newest ? [] : state.ring.events(after: id) }
    }
  }

  /// Ends the streams of some clients, who come back by themselves, and go on where they were.
  func end(where isConcerned: (Caller) -> Bool) {
    let subscribers = state.withLock { state in
      let concerned = state.subscribers.filter { isConcerned($0.value.caller) }
      for id in concerned.keys { state.subscribers[id] = nil }
      return concerned
    }
    for subscriber in subscribers.values { subscriber.stream.finish() }
  }

  /// Tells all that the service has ended.
  func end() {
    let subscribers = state.withLock { state in
      state.hasEnded = true
      state.nextTick = nil
      defer { state.subscribers = [:] }
      return state.subscribers
    }
    for subscriber in subscribers.values {
      subscriber.stream.send(EventText.stopping)
      subscriber.stream.finish()
    }
  }
}
