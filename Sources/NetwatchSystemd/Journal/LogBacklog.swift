internal import NetwatchCore

/// Diagnostics that wait to be written; so many and no more.
struct LogBacklog {
  static let entryLimit = 1_024
  static let sizeLimit = 4 << 20

  private var entries: [LogEntry] = []
  private var size = 0
  private var lost = 0

  /// Whether the last has come.
  private(set) var isClosed = false

  /// Takes an entry, or counts it as lost where there is no room; tells whether it has to be said that
  /// there is something to write.
  mutating func append(_ entry: LogEntry) -> Bool {
    guard !isClosed else { return false }
    guard entries.count < Self.entryLimit, size + entry.size <= Self.sizeLimit else {
      lost += 1
      return lost == 1
    }
    entries.append(entry)
    size += entry.size
    return entries.count == 1
  }

  /// Takes no more.
  mutating func close() {
    isClosed = true
  }

  /// Gives out everything that waits, and behind it how many were lost.
  mutating func takeAll() -> [LogEntry] {
    defer { (entries, size, lost) = ([], 0, 0) }
    guard lost > 0 else { return entries }
    let message = "diagnostics were lost: they came faster than they could be written"
    return entries + [LogEntry(level: .warning, message: message, metadata: ["count": "\(lost)"])]
  }
}
