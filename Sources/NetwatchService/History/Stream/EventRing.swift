/// The newest events, for clients that come back soon: they are many after a restart, and need not
/// each read the file.
struct EventRing: Sendable {
  /// The most bytes that are kept, and that a client is sent at once: it has room for more.
  static let byteLimit = 128 * 1024

  /// The most events that are kept.
  static let countLimit = 1_024

  private var events: ArraySlice<EncodedEvent> = []
  private var byteCount = 0

  /// Adds events behind the others; the oldest go where there are too many.
  mutating func append(_ new: [EncodedEvent]) {
    events.append(contentsOf: new)
    byteCount += new.reduce(0) { $0 + $1.size }
    var surplus = max(events.count - Self.countLimit, 0)
    var rest = byteCount - events.prefix(surplus).reduce(0) { $0 + $1.size }
    while rest > Self.byteLimit {
      rest -= events[events.startIndex + surplus].size
      surplus += 1
    }
    byteCount = rest
    // Copied, so that the memory of those that go is given back.
    if surplus > 0 { events = ArraySlice(Array(events.dropFirst(surplus))) }
  }

  /// The events after one that is there; nil where it is not, or where they are too much to send at once.
  func events(after id: Int64) -> ArraySlice<EncodedEvent>? {
    // Ids grow, so this is found by halving.
    var (low, high) = (events.startIndex, events.endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if events[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < events.endIndex, events[low].id == id else { return nil }
    let rest = events[(low + 1)...]
    return rest.reduce(0) { $0 + $1.bytes.count + $1.state.count } > Self.byteLimit ? nil : rest
  }
}
