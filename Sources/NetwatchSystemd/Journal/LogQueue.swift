internal import Glibc
internal import NetwatchCore
internal import NetwatchSystem

/// Hands diagnostics to a thread that writes them, so that nobody else waits for who reads them.
final class LogQueue: Sendable {
  private let backlog = Lock(LogBacklog())
  private let filled: EventSignal
  private let ended: EventSignal

  /// Creates a queue, and starts its thread, which runs until ``close()``.
  init(_ output: LogOutput) throws(SystemdError) {
    guard let filled = EventSignal(), let ended = EventSignal() else {
      throw SystemdError(failure: "The log could not be opened", code: errno)
    }
    (self.filled, self.ended) = (filled, ended)
    let code = DetachedThread.start(named: "netwatch-log") { self.run(output) }
    if let code { throw SystemdError(failure: "The thread of the log was refused", code: code) }
  }

  /// Takes an entry, or counts it as lost.
  func append(_ entry: LogEntry) {
    if backlog.withLock({ $0.append(entry) }) { filled.send() }
  }

  /// Takes no more; the thread ends when it has written what there is.
  func close() {
    backlog.withLock { $0.close() }
    filled.send()
  }

  /// Blocks until the thread has ended, and tells whether it did in time.
  func waitForEnd(within limit: Duration) -> Bool {
    let milliseconds = CInt(clamping: max(limit.clampedNanoseconds, 0) / 1_000_000)
    return Self.wait(for: ended, milliseconds: milliseconds)
  }

  private func run(_ output: LogOutput) {
    var isClosed = false
    while !isClosed {
      _ = Self.wait(for: filled, milliseconds: -1)
      filled.clear()
      let entries: [LogEntry]
      (entries, isClosed) = backlog.withLock { ($0.takeAll(), $0.isClosed) }
      for entry in entries { output.write(entry) }
    }
    ended.send()
  }

  private static func wait(for signal: EventSignal, milliseconds: CInt) -> Bool {
    var entry = pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = unsafe poll(&entry, 1, milliseconds)
      if count >= 0 { return count > 0 }
      if errno != EINTR { return false }
    }
  }
}
