import NetwatchCore

/// Keeps what happens, in order, from any thread.
final class Journal<Entry: Sendable>: Sendable {
  private let state = Lock<[Entry]>([])

  var entries: [Entry] { state.withLock(\.self) }

  /// Returns how many there are now.
  @discardableResult
  func append(_ entry: Entry) -> Int {
    state.withLock { entries in
      entries.append(entry)
      return entries.count
    }
  }
}
