import NetwatchCore

/// Keeps what happens, in order, from any thread.
final class Record<Entry: Sendable>: Sendable {
  private let state = Lock<[Entry]>([])

  var entries: [Entry] { state.withLock { $0 } }

  func append(_ entry: Entry) { state.withLock { $0.append(entry) } }
}
