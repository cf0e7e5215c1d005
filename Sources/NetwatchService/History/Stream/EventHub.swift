internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchSQLiteStores
internal import NetwatchSystem

/// Sends what is in the history to all who listen.
final class EventHub: Sendable {
  /// How many bytes may wait for a client.
  static let capacity = 256 * 1024

  /// The time between two signs of life, in nanoseconds.
  static let tickInterval: Int64 = 30_000_000_000

  private struct State {
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

  private let state = Lock(State())
  private let clocks: SystemClocks

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

/// Events; all of it on the thread of the history.
extension EventHub {
  /// Begins with what was in the history already.
  func begin(_ tail: HistoryTail) {
    var present: [UInt8]?
    let events = tail.records.map { record in
      if case .state(let entry) = record.event { present = entry.json }
      return EncodedEvent(record, present: present)
    }
    // What follows a gap can be sent as it is; the gap itself goes with the state of its moment.
    let start = events.lastIndex { $0.type == nil && $0.state.isEmpty }.map { $0 + 1 } ?? 0
    state.withLock { state in
      state.ring.append(Array(events[start...]))
      (state.newest, state.present) = (tail.newest, tail.state)
    }
  }

  /// The state has changed.
  func countStateChange() { state.withLock { $0.counts.stateChanges += 1 } }

  /// Events were left out.
  func count(lost: Int) { state.withLock { $0.counts.lost += UInt64(lost) } }

  /// The present state is known, and is no news.
  func note(present: [UInt8]) { state.withLock { $0.present = present } }

  /// Sends events that have been written.
  func publish(_ records: [HistoryRecord]) {
    guard let newest = records.last?.id else { return }
    var present = present.json
    let events = records.map { record in
      if case .state(let entry) = record.event { present = entry.json }
      return EncodedEvent(record, present: present)
    }
    let subscribers = state.withLock { state in
      state.ring.append(events)
      (state.newest, state.present) = (newest, present)
      state.counts.written += UInt64(events.count)
      return state.subscribers
    }
    for subscriber in subscribers.values { subscriber.deliver(events) }
  }

  /// Tells all that events are missing that could not be written, and what the state is.
  func lost(_ count: Int, _ reason: String, present: [UInt8]?) {
    let (subscribers, json) = state.withLock { state in
      state.counts.lost += UInt64(count)
      if let present { state.present = present }
      return (state.subscribers, state.present)
    }
    let reset = EventText.reset(reason, id: nil)
    let event = json.map { EventText.event("state", id: nil, json: $0) } ?? []
    for subscriber in subscribers.values { subscriber.reset(reset, state: event) }
  }

  /// How long until the next sign of life, in milliseconds; -1 for never.
  var patience: Int32 {
    guard let next = state.withLock({ $0.nextTick }) else { return -1 }
    // Rounded up: it is not looked at before it has come.
    return Int32(clamping: max(0, next &- clocks.boot().nanoseconds &+ 999_999) / 1_000_000)
  }

  /// Sends all a sign of life where it is time; there is none to come while there is nobody.
  func tick() {
    let now = clocks.boot().nanoseconds
    let subscribers = state.withLock { state -> [UInt64: EventSubscriber] in
      guard let next = state.nextTick else { return [:] }
      if state.subscribers.isEmpty { state.nextTick = nil }
      guard next <= now, !state.subscribers.isEmpty else { return [:] }
      state.nextTick = now &+ Self.tickInterval
      return state.subscribers
    }
    for subscriber in subscribers.values { subscriber.tick() }
  }
}
