internal import NetwatchLinux

/// How much is said on standard error besides results and errors.
enum Verbosity: String, Sendable {
  case quiet, normal, verbose

  /// A sink that writes diagnostics to standard error, or `nil` where none are wanted.
  var logSink: LogSink? {
    switch self {
    case .quiet: nil
    case .normal: Self.sink(from: .warning)
    case .verbose: Self.sink(from: .debug)
    }
  }

  private static func sink(from threshold: LogLevel) -> LogSink {
    { level, message, metadata in
      guard level >= threshold else { return }
      StandardError.write(line(message, metadata))
    }
  }

  /// `message key=value`, in the order of the keys; values that could be misread are quoted.
  static func line(_ message: String, _ metadata: [String: String]) -> String {
    metadata.sorted { $0.key < $1.key }
      .reduce(into: message) { line, pair in line += " \(pair.key)=\(quoted(pair.value))" }
  }

  private static func quoted(_ value: String) -> String {
    guard value.isEmpty || value.contains(where: { " =\"".contains($0) }) else { return value }
    return "\"" + String(value.map { $0 == "\"" ? "'" : $0 }) + "\""
  }
}
