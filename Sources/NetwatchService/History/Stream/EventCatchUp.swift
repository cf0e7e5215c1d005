internal import NetwatchHTTPServer
internal import NetwatchSQLiteStores

/// Sends a client what it has missed, page by page, as fast as it takes it, until it is live.
struct EventCatchUp: Sendable {
  /// How many events a page has at most.
  private static let pageLength = 128

  /// How many bytes of a page are sent at a time; with the newest events behind them a client has room
  /// for more.
  private static let pageBytes = 64 * 1024

  /// How many events a client may have missed; one that has missed more begins anew.
  static let reach: Int64 = 20_000

  let store: HistoryStore
  let hub: EventHub
  let subscriber: EventSubscriber

  /// Goes on behind an event that the client has.
  func run(after id: Int64) {
    if hub.join(subscriber, after: id) { return }
    var kinds = Set(subscriber.types.map(\.kind)).union([.gap])
    if subscriber.wantsMoreThanStates { kinds.insert(.interruption) }
    let request = HistoryPageRequest(kinds: kinds, limit: Self.pageLength, reach: Self.reach)
    store.readPage(after: id, request) { found($0) }
  }

  private func found(_ page: Result<HistoryPage?, any Error>) {
    switch page {
    case .success(let page?): send(page)
    case .success(nil): reset("the last event's id is unknown, or too long ago")
    case .failure: reset("the history could not be read")
    }
  }

  private func send(_ page: HistoryPage) {
    var bytes: [UInt8] = []
    for record in page.records {
      if let loss = record.event.loss {
        subscriber.stream.send(bytes)
        return reset(loss)
      }
      let event = EncodedEvent(record, present: nil)
      if subscriber.wants(event) { bytes += event.bytes }
      if bytes.count >= Self.pageBytes { return goOn(after: record.id, sending: bytes) }
    }
    goOn(after: page.position, sending: bytes)
  }

  private func goOn(after id: Int64, sending bytes: [UInt8]) {
    subscriber.stream.send(bytes)
    subscriber.stream.whenDrained { run(after: id) }
  }

  private func reset(_ reason: String) {
    subscriber.begin(reason: reason) { hub.present }
  }
}

extension EventType {
  fileprivate var kind: HistoryEvent.Kind {
    switch self {
    case .state: .state
    case .job: .job
    case .probe: .probe
    }
  }
}
