internal import NetwatchCore
internal import NetwatchSQLiteStores
internal import NetwatchSystem

/// Events; all of it on the thread of the history.
extension EventHub {
  /// Begins with what was in the history already.
  func begin(_ tail: HistoryTail) {
    var present: [UInt8]?
    let events = EncodedEvent.encoded(tail.records, present: &present)
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
  ///
  /// - Parameters:
  ///   - records: The events.
  ///   - found: The state that the service has found at its start, as JSON, where that was just before.
  func publish(_ records: [HistoryRecord], found: [UInt8]? = nil) {
    var present = found ?? present.json
    guard let newest = records.last?.id else { return state.withLock { $0.present = present } }
    let events = EncodedEvent.encoded(records, present: &present)
    let subscribers = state.withLock { state in
      state.ring.append(events)
      (state.newest, state.present) = (newest, present)
      state.counts.written += UInt64(events.count)
      state.counts.storedStates += UInt64(events.count { $0.type == .state })
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
