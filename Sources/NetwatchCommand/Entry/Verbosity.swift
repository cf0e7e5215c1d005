internal import NetwatchCore
internal import NetwatchLinux

/// How much is said on standard error besides results and errors.
enum Verbosity: String, Sendable {
  case quiet, normal, verbose

  /// A sink that writes diagnostics to standard error, or `nil` where none are wanted.
  var logSink: LogSink? { logSink { _, line in StandardError.write(line) } }

  /// A sink that hands on those diagnostics, each as one line, that are wanted, or `nil` where none are.
  func logSink(_ write: @escaping @Sendable (LogLevel, String) -> Void) -> LogSink? {
    switch self {
    case .quiet: nil
    case .normal: Self.sink(from: .warning, write)
    case .verbose: Self.sink(from: .debug, write)
    }
  }

  private static func sink(
    from threshold: LogLevel,
    _ write: @escaping @Sendable (LogLevel, String) -> Void
  ) -> LogSink {
    { level, message, metadata in
      guard level >= threshold else { return }
      write(level, logLine(message, metadata))
    }
  }
}
