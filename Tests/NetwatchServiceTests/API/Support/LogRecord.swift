import NetwatchCore

/// Keeps what is logged.
final class LogRecord: Sendable {
  struct Entry: Sendable {
    let level: LogLevel
    let message: String
    let metadata: [String: String]
  }

  private let kept = Lock<[Entry]>([])

  var sink: LogSink {
    { level, message, metadata in
      self.kept.withLock {
        $0.append(Entry(level: level, message: message, metadata: metadata))
      }
    }
  }

  var entries: [Entry] { kept.withLock { $0 } }

  /// Everything in one text.
  var text: String {
    entries.map { "\($0.level) \($0.message) \($0.metadata)" }.joined(separator: "\n")
  }
}
