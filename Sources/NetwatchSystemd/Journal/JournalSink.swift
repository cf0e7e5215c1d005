package import NetwatchCore

/// The log of the service: structured in the journal, or plain lines on standard error.
///
/// In the journal an entry has PRIORITY and MESSAGE, and its metadata as fields `NETWATCH_…` of their
/// own (`journalctl NETWATCH_JOB=…`). A line on standard error is `level message key=value`, made safe
/// for a terminal.
///
/// Nobody waits for the log: a thread of its own writes it. When 1,024 entries or 4 MiB wait, further
/// ones are lost, and the log says how many. When the object goes, its thread writes what waits and ends.
package final class JournalSink: Sendable {
  private let queue: LogQueue
  private let level: Lock<LogLevel>

  /// Opens the log.
  ///
  /// - Parameters:
  ///   - threshold: The least level that is written.
  ///   - output: Where it goes; by default where the service manager says.
  /// - Throws: ``SystemdError`` where the system has no descriptor or thread left.
  package init(threshold: LogLevel = .info, output: LogOutput = .system) throws(SystemdError) {
    level = Lock(threshold)
    queue = try LogQueue(output)
  }

  deinit { queue.close() }

  /// The least level that is written; it may change at any time.
  package var threshold: LogLevel {
    get { level.withLock { $0 } }
    set { level.withLock { $0 = newValue } }
  }

  /// What takes diagnostics, and keeps the log open.
  package var sink: LogSink {
    { level, message, metadata in self.write(level, message, metadata) }
  }

  private func write(_ level: LogLevel, _ message: String, _ metadata: [String: String]) {
    guard level >= threshold else { return }
    queue.append(LogEntry(level: level, message: message, metadata: metadata))
  }

  /// Takes no more, and blocks until everything is written: for the end of the program.
  ///
  /// - Parameter limit: How long it may block.
  /// - Returns: Whether everything was written in time.
  @discardableResult
  package func finish(within limit: Duration = .seconds(1)) -> Bool {
    queue.close()
    return queue.waitForEnd(within: limit)
  }
}
