internal import NetwatchCore

/// A diagnostic on its way to the journal.
struct LogEntry: Hashable {
  let level: LogLevel
  let message: String
  var metadata: [String: String] = [:]

  var fields: [JournalField] { JournalField.fields(level, message, metadata) }

  /// `level message key=value`, as one line that a terminal shows and does not obey.
  var line: String { terminalSafe("\(level.label) \(logLine(message, metadata))") }

  /// About how many bytes it keeps.
  var size: Int {
    metadata.reduce(message.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
  }
}
