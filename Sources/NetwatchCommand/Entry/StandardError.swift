internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchText

/// Standard error, for people: a line a message.
package enum StandardError {
  /// Writes `netwatch: ` and a message, made safe for a terminal.
  ///
  /// What cannot be written at once is lost: the monitor's own thread comes here, and must not wait
  /// for a reader.
  package static func write(_ message: String) {
    var writer = LineWriter(descriptor: STDERR_FILENO, deadline: .now)
    try? writer.write { line in
      line.append("netwatch: ")
      line.append(terminalSafe(message))
    }
  }
}
